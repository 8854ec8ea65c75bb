import type { IncomingHttpHeaders } from 'node:http';
import type { ChatRequest } from './request.ts';
import type { Violation } from './rules.ts';

/** One `POST /v1/chat/completions` or `/v1/responses` and what became of it. */
export interface RequestRecord {
  /** 1 for the first request since the start or the last reset. */
  n: number;
  model: string;
  api: 'chat' | 'responses';
  turn: number;
  /** Without the values of headers that carry a key. */
  headers: Record<string, string>;
  hadKey: boolean;
  body: ChatRequest;
  bodyBytes: number;
  violations: Violation[];
  /** What answers: a file's name, `script`, `echo`, `slow`, `generated`, `plain` or `error`. */
  reply: string;
  status: number;
  /** `open` while the answer goes out; `aborted` when the client left before its end. */
  state: 'open' | 'sent' | 'aborted';
  /** Milliseconds since the epoch. */
  startedAt: number;
  endedAt: number | undefined;
}

const SECRET = new Set(['authorization', 'api-key', 'x-api-key', 'cookie']);

/** The headers with each secret's value replaced by a word. */
export function withoutSecrets(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      SECRET.has(name) ? '(present)' : String(value),
    ]),
  );
}
