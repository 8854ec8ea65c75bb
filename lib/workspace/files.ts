import { randomUUID } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { shown, workspacePath } from './path.ts';
import { measure, overQuota, QUOTA, type Usage } from './usage.ts';
import { type FileEntry, WorkspaceError } from './workspace.ts';

const MAX_READ_BYTES = 20 * 1024 * 1024;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Reads and writes the files of one folder; nothing it does follows a link. */
export class WorkspaceFiles {
  readonly #root: string;
  readonly #quota: Usage;

  constructor(root: string, quota: Usage = QUOTA) {
    this.#root = root;
    this.#quota = quota;
  }

  async readText(given: string): Promise<string> {
    const bytes = await this.#read(given);
    if (bytes.includes(0)) {
      throw new WorkspaceError(
        'invalid_input',
        `${shown(given)} is a binary file (${bytes.length} bytes). Use the shell to look into it.`,
      );
    }
    try {
      return UTF8.decode(bytes);
    } catch {
      throw new WorkspaceError(
        'invalid_input',
        `${shown(given)} is not UTF-8 text (${bytes.length} bytes). Convert it in the shell, for example with python3 and open(…, encoding="gb18030").`,
      );
    }
  }

  async writeText(given: string, text: string): Promise<number> {
    const parts = workspacePath(given);
    const name = parts.at(-1);
    if (name === undefined) throw new WorkspaceError('conflict', 'The workspace is a folder.');
    const bytes = Buffer.from(text.toWellFormed());
    const old = await this.#check(parts, given);
    if (old?.isDirectory()) throw new WorkspaceError('conflict', `${shown(given)} is a folder.`);
    if (old && !old.isFile()) throw notPlain(given);
    await this.#reserve(bytes.length - (old?.size ?? 0), old ? 0 : parts.length);
    const target = path.join(this.#root, ...parts);
    const folder = path.dirname(target);
    // A new file that takes the old one's place: a reader, or a crash, never meets half of it.
    const draft = path.join(folder, `.${randomUUID()}.tmp`);
    try {
      await mkdir(folder, { recursive: true });
      const file = await open(draft, 'wx', (old?.mode ?? 0o644) & 0o777);
      await file.writeFile(bytes).finally(() => file.close());
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw plainError(error, given);
    }
    return bytes.length;
  }

  async list(given: string, options: { depth: number; limit: number }): Promise<FileEntry[]> {
    const parts = workspacePath(given);
    const found = await this.#check(parts, given);
    if (!found) throw missing(given);
    if (found.isFile()) return [{ path: parts.join('/'), type: 'file', bytes: found.size }];
    const entries: FileEntry[] = [];
    await this.#listInto(entries, parts, options);
    return entries;
  }

  async #listInto(
    entries: FileEntry[],
    parts: string[],
    { depth, limit }: { depth: number; limit: number },
  ): Promise<void> {
    const folder = path.join(this.#root, ...parts);
    const found: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => []);
    found.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of found) {
      if (entries.length >= limit) return;
      const inner = [...parts, entry.name];
      const relative = inner.join('/');
      if (entry.isDirectory()) {
        entries.push({ path: relative, type: 'directory', bytes: 0 });
        if (depth > 1) await this.#listInto(entries, inner, { depth: depth - 1, limit });
      } else if (entry.isFile()) {
        const stats = await lstat(path.join(folder, entry.name)).catch(() => undefined);
        if (stats) entries.push({ path: relative, type: 'file', bytes: stats.size });
      }
    }
  }

  async #read(given: string): Promise<Buffer> {
    const parts = workspacePath(given);
    const stats = await this.#check(parts, given);
    if (!stats) throw missing(given);
    if (stats.isDirectory()) throw new WorkspaceError('conflict', `${shown(given)} is a folder.`);
    if (!stats.isFile()) throw notPlain(given);
    if (stats.size > MAX_READ_BYTES) {
      throw new WorkspaceError(
        'too_large',
        `${shown(given)} has ${stats.size} bytes, more than can be read at once. Use the shell (head, grep, python3).`,
      );
    }
    try {
      const file = await open(
        path.join(this.#root, ...parts),
        constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
      );
      return await file.readFile().finally(() => file.close());
    } catch (error) {
      throw plainError(error, given);
    }
  }

  /** The file's own state; undefined when it or a parent is missing. Refuses links on the way. */
  async #check(parts: string[], given: string) {
    let at = this.#root;
    let stats = await lstat(at).catch(() => undefined);
    for (const [i, part] of parts.entries()) {
      if (!stats?.isDirectory()) {
        if (i > 0 && stats) throw notPlain(given);
        return undefined;
      }
      at = path.join(at, part);
      stats = await lstat(at).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw plainError(error, given);
      });
      if (!stats) return undefined;
      if (stats.isSymbolicLink()) {
        throw new WorkspaceError('blocked', `Outside the workspace: ${shown(given)}`);
      }
    }
    return stats;
  }

  async #reserve(bytes: number, entries: number): Promise<void> {
    if (bytes <= 0 && entries === 0) return;
    const usage = await measure(this.#root, this.#quota);
    const after = { bytes: usage.bytes + bytes, entries: usage.entries + entries };
    const reason = overQuota(after, this.#quota);
    if (reason) throw new WorkspaceError('too_large', `No space left: ${reason}.`);
  }
}

function missing(given: string): WorkspaceError {
  return new WorkspaceError('not_found', `No such file or folder: ${shown(given)}`);
}

function notPlain(given: string): WorkspaceError {
  return new WorkspaceError('conflict', `Not a plain file: ${shown(given)}`);
}

/** An error of the system without the server's path in it. */
function plainError(error: unknown, given: string): WorkspaceError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return missing(given);
  if (code === 'ELOOP')
    return new WorkspaceError('blocked', `Outside the workspace: ${shown(given)}`);
  if (code === 'ENOTDIR' || code === 'EEXIST') return notPlain(given);
  if (code === 'ENOSPC') return new WorkspaceError('too_large', 'No space left on the disk.');
  return new WorkspaceError(
    'conflict',
    `${shown(given)} cannot be used (${code || 'unknown error'}).`,
  );
}
