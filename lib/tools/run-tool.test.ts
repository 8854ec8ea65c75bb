import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Workspace } from '#lib/workspace/workspace';
import { type Journal, modelText, runTool, type ToolRun } from './run-tool.ts';
import { defineTool, failure, type Tool, type ToolResult } from './tool.ts';

function tool(execute: Tool['execute'], change: Partial<Tool> = {}): Tool {
  return defineTool({
    name: 'probe',
    description: 'Probes.',
    input: z.object({}),
    effect: 'none',
    timeoutMs: 5000,
    execute,
    ...change,
  });
}

/** A journal that keeps what happened, in order. */
function memoryJournal() {
  const entries: string[] = [];
  const journal: Journal = {
    started: async () => void entries.push('started'),
    ended: async (_call, _tool, result) => void entries.push(result.ok ? 'done' : 'failed'),
    keep: async (text) => {
      entries.push(`kept ${text.length}`);
      return 'out_1';
    },
    readOutput: async () => undefined,
  };
  return { entries, journal };
}

function run(probe: Tool, signal = new AbortController().signal) {
  const { entries, journal } = memoryJournal();
  const context: ToolRun = {
    chatId: 'chat',
    runId: 'run',
    workspace: {} as Workspace,
    journal,
    signal,
  };
  return { entries, result: runTool(probe, { id: 'c', name: 'probe', input: {} }, context) };
}

describe('runTool', () => {
  it('writes a call down before it runs and after it has ended', async () => {
    const seen: string[][] = [];
    const { entries, result } = run(
      tool(async () => {
        seen.push([...entries]);
        return { ok: true, n: 1 };
      }),
    );
    expect(await result).toEqual({ ok: true, n: 1 });
    expect(seen).toEqual([['started']]);
    expect(entries).toEqual(['started', 'done']);
  });

  it('answers what a tool throws in one line without server paths', async () => {
    const { result, entries } = run(
      tool(async () => {
        throw new Error(`cannot open ${process.cwd()}/secret\n    at somewhere`);
      }),
    );
    expect(await result).toEqual({
      ok: false,
      error: { code: 'internal', message: 'cannot open /secret', retryable: false },
    });
    expect(entries).toEqual(['started', 'failed']);
  });

  it('ends a tool at its time limit, also one that does not listen', async () => {
    const listens = tool(
      (_input, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('x')))),
      { timeoutMs: 20 },
    );
    const deaf = tool(() => new Promise(() => {}), { timeoutMs: 20 });
    for (const probe of [listens, deaf]) {
      expect(await run(probe).result).toMatchObject({
        ok: false,
        error: { code: 'timeout', message: 'Timeout (0.02s)', retryable: true },
      });
    }
  });

  it('keeps what a stopped tool still answers', async () => {
    const controller = new AbortController();
    const probe = tool(
      (_input, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () =>
            resolve(failure('stopped', 'Stopped.', { stdout: 'part' })),
          ),
        ),
    );
    const { result } = run(probe, controller.signal);
    setTimeout(() => controller.abort('stop'), 5);
    expect(await result).toMatchObject({ ok: false, stdout: 'part', error: { code: 'stopped' } });
  });

  it('does not run a tool whose call cannot be written down', async () => {
    let ran = false;
    const { journal } = memoryJournal();
    const broken: Journal = {
      ...journal,
      started: async () => {
        throw new Error('disk full');
      },
    };
    const probe = tool(async () => {
      ran = true;
      return { ok: true };
    });
    const call = runTool(
      probe,
      { id: 'c', name: 'probe', input: {} },
      {
        chatId: 'c',
        runId: 'r',
        workspace: {} as Workspace,
        journal: broken,
        signal: new AbortController().signal,
      },
    );
    await expect(call).rejects.toThrow('disk full');
    expect(ran).toBe(false);
  });

  it('cleans and caps what a tool answers', async () => {
    const { result, entries } = run(
      tool(async () => ({ ok: true, big: 2n ** 70n, text: `\u0000${'x'.repeat(20_000)}` })),
    );
    expect(await result).toMatchObject({
      big: '1180591620717411303424',
      truncated: [{ field: 'text', ref: 'out_1', chars: 20_001 }],
    });
    expect(entries).toEqual(['started', 'kept 20001', 'done']);
  });
});

it.each<[ToolResult, string]>([
  [{ ok: true, n: 1 }, '{"n":1}'],
  [{ ok: true }, 'Done.'],
  [failure('not_found', 'There is no file "x".'), 'Error: There is no file "x".'],
  [failure('conflict', 'Two matches.', { lines: [1, 2] }), 'Error: Two matches.\n{"lines":[1,2]}'],
])('reads %j to the model as %j', (result, text) => {
  expect(modelText(undefined, result)).toBe(text);
});
