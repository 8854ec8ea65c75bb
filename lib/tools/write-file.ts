import { z } from 'zod';
import { workspacePath } from '#lib/workspace/path';
import { type Workspace, WorkspaceError } from '#lib/workspace/workspace';
import { textDiff } from './text-diff.ts';
import { defineTool } from './tool.ts';
import { workspaceFailure } from './workspace-failure.ts';

const input = z.object({
  path: z
    .string()
    .min(1)
    .describe('The file, relative to /workspace. Missing folders on the way are made.'),
  content: z.string().describe('The whole new content of the file.'),
});

export const writeFileTool = defineTool({
  name: 'write_file',
  description:
    'Writes a text file in the workspace (UTF-8): makes it, or replaces all of its content. To change a part of a file, use edit_file.',
  input,
  effect: 'workspace',
  sequential: true,
  timeoutMs: 30_000,
  async execute({ path, content }, { workspace }) {
    try {
      const before = await oldText(workspace, path);
      const bytes = await workspace.writeText(path, content);
      const name = workspacePath(path).join('/');
      const diff = before === 'unreadable' ? '' : textDiff(name, before?.text ?? '', content).diff;
      return { ok: true, path: name, bytes, created: before === undefined, diff };
    } catch (error) {
      return workspaceFailure(error);
    }
  },
  toModel(result) {
    if (!result.ok) return `Error: ${result.error.message}`;
    return `${result.created ? 'Created' : 'Replaced'} ${result.path} (${result.bytes} bytes).`;
  },
});

/** What the file holds now; undefined when there is none. */
async function oldText(
  workspace: Workspace,
  path: string,
): Promise<{ text: string } | 'unreadable' | undefined> {
  try {
    return { text: await workspace.readText(path) };
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
    if (error.code === 'not_found') return undefined;
    if (error.code === 'invalid_input' || error.code === 'too_large') return 'unreadable';
    throw error;
  }
}
