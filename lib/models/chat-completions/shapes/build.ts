import type { Answer } from './read.ts';

/** Builds the events of a chat completion stream. */
export const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
export const chunk = (delta: object, finish: string | null = null, more: object = {}) =>
  event({ id: 'c1', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }], ...more });
export const say = (...pieces: string[]) => pieces.map((content) => chunk({ content })).join('');
export const tool = (...pieces: object[]) =>
  pieces.map((piece) => chunk({ tool_calls: [piece] })).join('');
export const STOP = chunk({}, 'stop');
export const DONE = 'data: [DONE]\n\n';
export const end = (finish = 'stop') => chunk({}, finish) + DONE;
export const calc = (input = '{"expression":"1+1"}') => [{ name: 'calc', input }];

/** A body, and what must be read of it. */
export type Shape = [name: string, body: string, expected: Partial<Answer>];
