import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeWorkspaces, openWorkspace } from '#lib/workspace/open';
import type { ShellResult, Workspace } from '#lib/workspace/workspace';
import { bashTool } from './bash.ts';
import { modelText } from './run-tool.ts';
import type { ToolContext, ToolResult } from './tool.ts';

const context = (workspace: Workspace, signal = new AbortController().signal): ToolContext => ({
  chatId: 'c',
  runId: 'r',
  callId: 'call',
  workspace,
  signal,
  readOutput: async () => undefined,
});

describe('with a real shell', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'loupe-bash-'));
  let workspace: Workspace;
  const run = (command: string, more = {}) =>
    bashTool.execute(bashTool.input.parse({ command, ...more }), context(workspace));

  beforeAll(async () => {
    workspace = await openWorkspace('bash', data);
  });
  afterAll(() => {
    closeWorkspaces();
    rmSync(data, { recursive: true, force: true });
  });

  it('answers what was printed', async () => {
    const result = await run("printf '%s\\n' '$HOME `id` \"q\" '\\''p'\\'' \\n'");
    const stdout = '$HOME `id` "q" \'p\' \\n\n';
    expect(result).toEqual({ ok: true, stdout, stderr: '', exitCode: 0, end: 'exit' });
    expect(modelText(bashTool, result)).toBe(stdout);
  });

  it('answers a failed command with its output and code', async () => {
    const result = await run('echo out; echo err >&2; exit 3');
    expect(result).toEqual({
      ok: false,
      error: { code: 'exec_failed', message: 'Exit code 3', retryable: false },
      stdout: 'out\n',
      stderr: 'err\n',
      exitCode: 3,
      end: 'exit',
    });
    expect(modelText(bashTool, result)).toBe('out\nerr\n[exit code 3]');
  });

  it('answers a time limit with what there was', async () => {
    const result = await run('echo begin; sleep 100000', { timeout_s: 1 });
    expect(result).toMatchObject({ ok: false, error: { code: 'timeout' }, stdout: 'begin\n' });
    expect(modelText(bashTool, result)).toBe('Error: Timeout (1s)\nbegin\n');
  });

  it('answers a refusal', async () => {
    const result = await run('rm -rf /');
    expect(result).toMatchObject({ ok: false, error: { code: 'blocked' }, exitCode: 126 });
    expect(modelText(bashTool, result)).toBe('Error: Dangerous command blocked: rm -r of /');
  });
});

describe('its model text', () => {
  const after = async (
    result: Partial<ShellResult>,
  ): Promise<{ result: ToolResult; text: string }> => {
    const fake = { stdout: '', stderr: '', exitCode: 0, end: 'exit' as const, ...result };
    const workspace = { exec: async () => fake } as unknown as Workspace;
    const answer = await bashTool.execute({ command: 'x' }, context(workspace));
    return { result: answer, text: modelText(bashTool, answer) };
  };

  it.each<[Partial<ShellResult>, string]>([
    [{}, '(no output)'],
    [{ stdout: 'no line end' }, 'no line end'],
    [{ stdout: 'a', stderr: 'b' }, 'a\nb'],
    [{ stderr: 'only b\n' }, 'only b\n'],
    [{ exitCode: 1 }, '[exit code 1]'],
    [{ stdout: 'a', exitCode: 2 }, 'a\n[exit code 2]'],
    [{ end: 'timeout', exitCode: 124, stderr: 'e' }, 'Error: Timeout (60s)\ne'],
    [{ end: 'stopped', exitCode: 130 }, 'Error: Stopped by the user.'],
    [
      { end: 'memory', exitCode: 137, stdout: 'a\n' },
      'Error: The command used too much memory and was ended.\na\n',
    ],
    [{ end: 'crash', exitCode: 137 }, 'Error: The shell ended before the command did.'],
  ])('for %j is %j', async (result, expected) => {
    expect((await after(result)).text).toBe(expected);
  });

  it('shows a failure of the harness, which has no output', () => {
    const error = { code: 'internal' as const, message: 'It broke.', retryable: false };
    expect(modelText(bashTool, { ok: false, error })).toBe('Error: It broke.');
  });
});

it('waits for the command longer than the command may run', () => {
  expect(bashTool.timeoutMs).toBeGreaterThan(600_000);
  expect(bashTool.input.safeParse({ command: 'x', timeout_s: 601 }).success).toBe(false);
  expect(bashTool.input.safeParse({ command: '' }).success).toBe(false);
});
