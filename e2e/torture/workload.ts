import type { FixtureTool, McpFixture } from '../mcp-server.ts';
import { positionOf } from '../model-server/request.ts';
import { call, type ModelServer, type ReplyPart, slowly } from '../model-server.ts';

const WORDS = Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ');
const TICK_MS = 12;
/** How long a tool works: long enough to be hit. */
const WORK_MS = 250;

/** One kind of run, by the moment in which a kill shall find it. */
export interface Kind {
  name: string;
  /** The last text of a run that came to its end. */
  answer: string;
  /** Steps that the run takes when nothing is in its way. */
  steps: number;
  /** How often the tool with effects outside runs. */
  acts: number;
  /** What the run's file holds at its end. */
  file?: string;
  /** A person is asked before the call with effects outside. */
  waits?: boolean;
  turn(n: number, tag: string): Iterable<ReplyPart> | AsyncIterable<ReplyPart>;
}

const done = (tag: string) => slowly(`All done ${tag}.`, TICK_MS);

export const KINDS: readonly Kind[] = [
  {
    name: 'text',
    answer: WORDS,
    steps: 1,
    acts: 0,
    turn: () => slowly(WORDS, TICK_MS),
  },
  {
    name: 'thought',
    answer: 'All done TAG.',
    steps: 1,
    acts: 0,
    *turn(_, tag) {
      for (const word of WORDS.split(' ')) {
        yield { reasoning: `${word} ` };
        yield { waitMs: TICK_MS };
      }
      yield* done(tag);
    },
  },
  {
    name: 'input',
    answer: 'All done TAG.',
    steps: 2,
    acts: 0,
    file: `${WORDS}\n`,
    *turn(n, tag) {
      if (n > 1) return yield* done(tag);
      yield* slowInput('write_file', { path: 'kept.txt', content: `${WORDS}\n` }, `call-${tag}`);
    },
  },
  {
    name: 'reads',
    answer: 'All done TAG.',
    steps: 3,
    acts: 0,
    *turn(n, tag) {
      if (n > 2) return yield* done(tag);
      yield* slowly('Let me look.', TICK_MS);
      yield call('world__look', { tag }, `look-${n}-${tag}`);
    },
  },
  {
    name: 'files',
    answer: 'All done TAG.',
    steps: 3,
    acts: 0,
    file: 'line 1\nline 2\n',
    *turn(n, tag) {
      if (n > 2) return yield* done(tag);
      const command = `echo "line ${n}" >> kept.txt; sleep ${WORK_MS / 1000}`;
      yield call('bash', { command }, `files-${n}-${tag}`);
    },
  },
  {
    name: 'outside',
    answer: 'All done TAG.',
    steps: 3,
    acts: 2,
    *turn(n, tag) {
      if (n > 2) return yield* done(tag);
      yield call('world__act', { tag: `${tag}-${n}` }, `act-${n}-${tag}`);
    },
  },
  {
    name: 'parallel',
    answer: 'All done TAG.',
    steps: 2,
    acts: 1,
    *turn(n, tag) {
      if (n > 1) return yield* done(tag);
      yield call('world__look', { tag }, `look-${tag}`);
      yield call('world__act', { tag: `${tag}-1` }, `act-${tag}`);
      yield call('calc', { expression: '1+1' }, `calc-${tag}`);
    },
  },
  {
    name: 'waits',
    answer: 'All done TAG.',
    steps: 2,
    acts: 1,
    waits: true,
    *turn(n, tag) {
      if (n > 1) return yield* done(tag);
      yield call('world__act', { tag: `${tag}-1` }, `act-${tag}`);
    },
  },
];

/** The tools of the MCP server: one that only looks, and one that changes the world. */
export const TOOLS: readonly FixtureTool[] = [
  tool('look', { readOnlyHint: true }),
  tool('act', {}),
];

/** Scripts the model server for every kind; the message of a run is its tag. */
export function scriptKinds(server: ModelServer): void {
  for (const kind of KINDS) {
    server.script(kind.name, (request) => {
      const { turn, lastUserText } = positionOf(request);
      return kind.turn(turn, lastUserText);
    });
  }
}

/** How often a run's calls have changed the world, by the step that made them. */
export function actsOf(world: McpFixture, tag: string): Map<string, number> {
  const acts = world.calls.filter(
    (each) => each.tool === 'act' && String(each.args.tag).startsWith(`${tag}-`),
  );
  const counts = new Map<string, number>();
  for (const { args } of acts) {
    const key = String(args.tag);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function tool(name: string, annotations: FixtureTool['annotations']): FixtureTool {
  return {
    name,
    description: `${name} at the world`,
    inputSchema: {
      type: 'object',
      properties: { tag: { type: 'string', description: 'The run' } },
      required: ['tag'],
    },
    ...(annotations ? { annotations } : {}),
    run: async ({ tag }) => {
      await new Promise((resolve) => setTimeout(resolve, WORK_MS));
      return `${name} ${String(tag)}`;
    },
  };
}

/** A call whose arguments come in small pieces. */
function* slowInput(name: string, input: object, id: string): Generator<ReplyPart> {
  const pieces = JSON.stringify(input).match(/.{1,24}/gs) ?? [];
  const delta = (change: object) => ({
    raw: `data: ${JSON.stringify({
      id: `chatcmpl-${id}`,
      object: 'chat.completion.chunk',
      created: 1,
      model: 'input',
      choices: [
        { index: 0, delta: { tool_calls: [{ index: 0, ...change }] }, finish_reason: null },
      ],
    })}\n\n`,
  });
  yield delta({ id, type: 'function', function: { name, arguments: '' } });
  for (const piece of pieces) {
    yield delta({ function: { arguments: piece } });
    yield { waitMs: TICK_MS };
  }
  yield { finish: 'tool_calls' };
}
