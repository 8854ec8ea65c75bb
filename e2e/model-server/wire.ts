import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Action } from './reply.ts';
import type { Position } from './request.ts';

// Strict, so that a misspelt field in a file fails instead of doing nothing.
const metaSchema = z.strictObject({
  /** Pause after each SSE event. */
  delayMs: z.number().optional(),
  /** Pause before the headers. */
  firstDelayMs: z.number().optional(),
  /** How the answer breaks off once its bytes are sent. */
  cut: z.enum(['fin', 'reset']).optional(),
  /** How long the body stays open once its bytes are sent. */
  holdOpenMs: z.number().optional(),
  /** Bytes per write. */
  split: z.union([z.number().int().positive(), z.literal('random')]).optional(),
  /** Which of OpenAI's two interfaces serves the case. */
  api: z.enum(['chat', 'responses']).default('chat'),
  /** The last file answers all later turns. */
  loop: z.boolean().optional(),
  /** Requests that break one of these rules are refused. */
  rules: z.array(z.string()).default([]),
});
const errorSchema = z.strictObject({
  status: z.number().int(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.unknown().optional(),
  /** In the place of `body`: what goes out as it is. */
  bodyText: z.string().optional(),
  /** Only requests with a larger body fail. */
  whenBytesOver: z.number().int().optional(),
  /** Only the first so many requests fail; without it all do. */
  times: z.number().int().optional(),
});

/** What the files of one case say; their names are described in `e2e/wire/README.md`. */
export interface WireCase {
  id: string;
  files: ReadonlySet<string>;
  meta: z.infer<typeof metaSchema>;
  error: z.infer<typeof errorSchema> | undefined;
}

/**
 * Reads the cases in a folder.
 * @throws ZodError for a `.json` file with unknown or wrong fields
 */
export function loadWireCases(folder: string): Map<string, WireCase> {
  const filesById = Map.groupBy(
    readdirSync(folder).filter((name) => name.endsWith('.sse') || name.endsWith('.json')),
    (name) => name.slice(0, name.indexOf('.')),
  );
  const readJson = (name: string): unknown =>
    JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
  const cases = new Map<string, WireCase>();
  for (const [id, names] of filesById) {
    const files = new Set(names);
    const meta = files.has(`${id}.meta.json`) ? readJson(`${id}.meta.json`) : {};
    const error = files.has(`${id}.json`) ? readJson(`${id}.json`) : undefined;
    cases.set(id, {
      id,
      files,
      meta: metaSchema.parse(meta),
      error: error === undefined ? undefined : errorSchema.parse(error),
    });
  }
  return cases;
}

/**
 * The file that answers a request, or undefined when the case has none for this turn.
 * @param askedBefore the same turn was answered before
 */
export function pickFile(
  wire: WireCase,
  position: Position,
  askedBefore: boolean,
): string | undefined {
  const existing = (name: string) => (wire.files.has(name) ? name : undefined);
  const ofTurn = (turn: number) =>
    existing(turn === 1 ? `${wire.id}.sse` : `${wire.id}.${turn}.sse`);
  const withoutTools = position.toolsOff ? existing(`${wire.id}.notools.sse`) : undefined;
  if (withoutTools) return withoutTools;
  for (let user = position.users; user >= 2; user--) {
    const afterUser = existing(`${wire.id}.after-user${user}.sse`);
    if (afterUser) return afterUser;
  }
  const repeat = askedBefore && position.turn > 1 ? existing(`${wire.id}.repeat.sse`) : undefined;
  if (repeat) return repeat;
  const exact = ofTurn(position.turn);
  if (exact || !wire.meta.loop) return exact;
  for (let turn = position.turn - 1; turn >= 1; turn--) {
    const earlier = ofTurn(turn);
    if (earlier) return earlier;
  }
  return undefined;
}

/** Plays a file as its case's meta says; `{{n}}` in it becomes the turn. */
export function* playFile(folder: string, wire: WireCase, name: string, turn: number) {
  const { meta } = wire;
  // latin1 keeps every byte, so that a file may hold broken UTF-8.
  const text = readFileSync(path.join(folder, name), 'latin1').replaceAll('{{n}}', String(turn));
  if (meta.firstDelayMs) yield { waitMs: meta.firstDelayMs } satisfies Action;
  const pieces = meta.delayMs ? text.split(/(?<=\n\n|\r\n\r\n)/) : [text];
  for (const piece of pieces) {
    yield { send: Buffer.from(piece, 'latin1') } satisfies Action;
    if (meta.delayMs) yield { waitMs: meta.delayMs } satisfies Action;
  }
  if (meta.holdOpenMs) yield { waitMs: meta.holdOpenMs } satisfies Action;
  if (meta.cut) yield { cut: meta.cut } satisfies Action;
}
