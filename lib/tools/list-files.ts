import { z } from 'zod';
import { workspacePath } from '#lib/workspace/path';
import type { FileEntry } from '#lib/workspace/workspace';
import { defineTool } from './tool.ts';
import { workspaceFailure } from './workspace-failure.ts';

const MAX_ENTRIES = 500;

const input = z.object({
  path: z
    .string()
    .default('.')
    .describe('The folder, relative to /workspace; by default all of it.'),
  depth: z
    .number()
    .int()
    .min(1)
    .max(20)
    .default(3)
    .describe('How many levels of folders to go down; 1 lists only the folder itself.'),
});

export const listFilesTool = defineTool({
  name: 'list_files',
  description: `Lists the files and folders of the workspace with their sizes, in order, at most ${MAX_ENTRIES}. To find something by name or content, use search.`,
  input,
  effect: 'none',
  timeoutMs: 30_000,
  async execute({ path, depth }, { workspace }) {
    try {
      const found = await workspace.list(path, { depth, limit: MAX_ENTRIES + 1 });
      return {
        ok: true,
        path: workspacePath(path).join('/') || '.',
        entries: found.slice(0, MAX_ENTRIES),
        more: found.length > MAX_ENTRIES,
      };
    } catch (error) {
      return workspaceFailure(error);
    }
  },
  toModel(result) {
    if (!result.ok) return `Error: ${result.error.message}`;
    const entries = result.entries as FileEntry[];
    const lines = entries.map(({ path, type, bytes }) =>
      type === 'directory' ? `${path}/` : `${path} (${bytes} bytes)`,
    );
    if (result.more) lines.push(`… more than ${MAX_ENTRIES}; list a folder, or less deep`);
    return lines.join('\n') || '(empty folder)';
  },
});
