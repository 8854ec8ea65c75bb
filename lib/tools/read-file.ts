import { z } from 'zod';
import { workspacePath } from '#lib/workspace/path';
import { lineCount } from './text-diff.ts';
import { defineTool, failure } from './tool.ts';
import { workspaceFailure } from './workspace-failure.ts';

const DEFAULT_LINES = 2000;

const input = z.object({
  path: z.string().min(1).describe('The file, relative to /workspace.'),
  offset: z.number().int().min(1).default(1).describe('First line to read; the first one is 1.'),
  limit: z
    .number()
    .int()
    .min(1)
    .default(DEFAULT_LINES)
    .describe(`How many lines to read; ${DEFAULT_LINES} by default.`),
});

export const readFileTool = defineTool({
  name: 'read_file',
  description:
    'Reads a UTF-8 text file of the workspace, whole or some lines of it, without line numbers. For a long file, give offset and limit, or find the place with search first. Binary files and other encodings need the shell.',
  input,
  effect: 'none',
  timeoutMs: 30_000,
  async execute({ path, offset, limit }, { workspace }) {
    try {
      const whole = await workspace.readText(path);
      const totalLines = lineCount(whole);
      if (offset > Math.max(totalLines, 1)) {
        return failure('invalid_input', `The file has ${totalLines} lines; offset is ${offset}.`);
      }
      const end = offset - 1 + limit;
      const part = () =>
        whole
          .split('\n')
          .slice(offset - 1, end)
          .join('\n');
      const text = offset === 1 && limit >= totalLines ? whole : part();
      return {
        ok: true,
        path: workspacePath(path).join('/'),
        text,
        fromLine: offset,
        lines: Math.min(limit, totalLines - offset + 1),
        totalLines,
      };
    } catch (error) {
      return workspaceFailure(error);
    }
  },
  // Plain text: edit_file wants it letter by letter, and numbers would be copied along.
  toModel(result) {
    if (!result.ok) return `Error: ${result.error.message}`;
    const { fromLine, lines, totalLines } = result;
    if (totalLines === 0) return '(empty file)';
    const part = `[lines ${fromLine}–${Number(fromLine) + Number(lines) - 1} of ${totalLines}]\n`;
    return `${lines === totalLines ? '' : part}${result.text}`;
  },
});
