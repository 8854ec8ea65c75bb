import { z } from 'zod';
import { workspacePath } from '#lib/workspace/path';
import { nearestHint } from './nearest-text.ts';
import { textDiff } from './text-diff.ts';
import { defineTool, failure } from './tool.ts';
import { workspaceFailure } from './workspace-failure.ts';

const SHOWN_LINES = 10;

const input = z.object({
  path: z.string().min(1).describe('The file, relative to /workspace.'),
  old_text: z
    .string()
    .min(1)
    .describe(
      'The text to replace, exactly as it is in the file, blanks and line ends included. It must occur once, unless replace_all is set.',
    ),
  new_text: z.string().describe('The text to put in its place; empty to delete it.'),
  replace_all: z
    .boolean()
    .default(false)
    .describe('Replace every occurrence instead of the only one.'),
});

export const editFileTool = defineTool({
  name: 'edit_file',
  description:
    'Changes a part of a text file in the workspace: replaces old_text by new_text. Read the file first. When old_text occurs several times, nothing is changed and the lines are named; give more of the text around it.',
  input,
  effect: 'workspace',
  sequential: true,
  timeoutMs: 30_000,
  async execute({ path, old_text, new_text, replace_all }, { workspace }) {
    try {
      const before = await workspace.readText(path);
      const name = workspacePath(path).join('/');
      // Models write plain line ends; a file from Windows keeps its own.
      const windows =
        before.includes('\r\n') && !before.includes(old_text) && !old_text.includes('\r');
      const [from, to] = windows
        ? [old_text.replaceAll('\n', '\r\n'), new_text.replace(/\r?\n/g, '\r\n')]
        : [old_text, new_text];
      if (from === to) {
        return failure('invalid_input', 'old_text and new_text are the same; nothing to change.');
      }
      const pieces = before.split(from);
      const found = pieces.length - 1;
      if (found === 0) {
        const message = `old_text does not occur in ${name}. ${nearestHint(before, old_text)}`;
        return failure('not_found', message.trim());
      }
      if (found > 1 && !replace_all) {
        const message = `old_text occurs ${found} times in ${name} (${linesOf(pieces, from)}). Give more of the text around it, or set replace_all.`;
        return failure('conflict', message);
      }
      const after = pieces.join(to);
      await workspace.writeText(path, after);
      return { ok: true, path: name, replaced: found, ...textDiff(name, before, after) };
    } catch (error) {
      return workspaceFailure(error);
    }
  },
  toModel(result) {
    if (!result.ok) return `Error: ${result.error.message}`;
    const places = result.replaced === 1 ? '1 place' : `${result.replaced} places`;
    return `Changed ${result.path} in ${places}.\n${result.diff}`;
  },
});

/** The lines on which the text between the pieces begins. */
function linesOf(pieces: string[], text: string): string {
  const step = text.split('\n').length - 1;
  const lines: number[] = [];
  let line = 1;
  for (const piece of pieces.slice(0, -1)) {
    line += piece.split('\n').length - 1;
    lines.push(line);
    line += step;
  }
  const more = lines.length > SHOWN_LINES ? ', …' : '';
  return `lines ${lines.slice(0, SHOWN_LINES).join(', ')}${more}`;
}
