import path from 'node:path';
import { z } from 'zod';
import { type FileEntry, type Workspace, WorkspaceError } from '#lib/workspace/workspace';
import { defineTool, failure } from './tool.ts';
import { workspaceFailure } from './workspace-failure.ts';

const MAX_MATCHES = 200;
const MAX_ENTRIES = 5000;
const MAX_FILE_BYTES = 2 * 1024 * 1024;
const MAX_LINE_CHARS = 200;
const ALL_DEPTHS = 100;

const input = z.object({
  query: z
    .string()
    .min(1)
    .describe('The text to find, as it is: no pattern. Upper and lower case count as the same.'),
  glob: z
    .string()
    .optional()
    .describe('Only files whose path matches, such as "*.md" or "src/**/*.ts".'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(MAX_MATCHES)
    .default(50)
    .describe(`How many matches to return, at most ${MAX_MATCHES}.`),
});

interface Match {
  path: string;
  /** 0 when the name matches. */
  line: number;
  text: string;
}

export const searchTool = defineTool({
  name: 'search',
  description:
    "Finds a text in the names and the lines of the workspace's text files. For patterns, use grep or rg in the shell.",
  input,
  effect: 'none',
  timeoutMs: 60_000,
  async execute({ query, glob, limit }, { workspace, signal }) {
    try {
      const entries = await workspace.list('.', { depth: ALL_DEPTHS, limit: MAX_ENTRIES });
      const wanted = query.toLowerCase();
      const matches: Match[] = [];
      for (const entry of entries) {
        if (signal.aborted) return failure('stopped', 'The search was stopped.');
        if (matches.length > limit) break;
        if (!matchesGlob(entry.path, glob)) continue;
        if (entry.path.toLowerCase().includes(wanted)) {
          matches.push({ path: entry.path, line: 0, text: entry.path });
        }
        const text = await searchable(workspace, entry);
        matches.push(...matchesIn(text, wanted, entry.path).slice(0, limit + 1));
      }
      return { ok: true, query, matches: matches.slice(0, limit), more: matches.length > limit };
    } catch (error) {
      return workspaceFailure(error);
    }
  },
  toModel(result) {
    if (!result.ok) return `Error: ${result.error.message}`;
    const lines = (result.matches as Match[]).map(({ path, line, text }) =>
      line === 0 ? path : `${path}:${line}: ${text}`,
    );
    if (result.more) lines.push('… there are more; narrow the query or give a glob');
    return lines.join('\n') || '(no matches)';
  },
});

/** A pattern without a folder in it is about names, wherever they are. */
function matchesGlob(file: string, glob: string | undefined): boolean {
  if (!glob) return true;
  const pattern = glob.replace(/^(\.\/|\/workspace\/)/, '');
  if (path.matchesGlob(file, pattern)) return true;
  return !pattern.includes('/') && path.matchesGlob(path.posix.basename(file), pattern);
}

/** The text of a file; empty for folders and for what is too large or no text. */
async function searchable(workspace: Workspace, entry: FileEntry): Promise<string> {
  if (entry.type !== 'file' || entry.bytes > MAX_FILE_BYTES) return '';
  try {
    return await workspace.readText(entry.path);
  } catch (error) {
    if (error instanceof WorkspaceError) return '';
    throw error;
  }
}

function matchesIn(text: string, wanted: string, file: string): Match[] {
  if (!text.toLowerCase().includes(wanted)) return [];
  return text.split('\n').flatMap((content, i) => {
    const at = content.toLowerCase().indexOf(wanted);
    return at < 0 ? [] : [{ path: file, line: i + 1, text: around(content, at) }];
  });
}

/** The part of a line around a match. */
function around(line: string, at: number): string {
  const start = line.length <= MAX_LINE_CHARS ? 0 : Math.max(0, at - MAX_LINE_CHARS / 4);
  const part = line
    .slice(start, start + MAX_LINE_CHARS)
    .toWellFormed()
    .trim();
  const end = start + MAX_LINE_CHARS < line.length ? '…' : '';
  return `${start > 0 ? '…' : ''}${part}${end}`;
}
