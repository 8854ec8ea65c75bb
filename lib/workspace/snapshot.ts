import { createHash } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** One file or folder of a workspace; a folder has no hash. */
export interface ManifestEntry {
  /** Relative, `/`-separated. */
  path: string;
  mode: number;
  hash?: string;
}

/** The state of a workspace: each folder before what is in it, names in order. */
export type Manifest = readonly ManifestEntry[];

interface Known {
  stamp: string;
  hash: string;
}

/** Takes and restores the state of one folder. Contents are named by their hash and kept elsewhere. */
export class Snapshots {
  readonly #root: string;
  /** Hashes of files that have not changed since they were read, by path. */
  #known = new Map<string, Known>();

  constructor(root: string) {
    this.#root = root;
  }

  /** What the folder holds; links and devices are left out. `keep` gets each content that is new to it. */
  async take(keep: (hash: string, data: Buffer) => Promise<void>): Promise<Manifest> {
    const entries: ManifestEntry[] = [];
    const known = new Map<string, Known>();
    for await (const { relative, entry } of walk(this.#root)) {
      const full = path.join(this.#root, relative);
      const stats = await lstat(full).catch(() => undefined);
      if (!stats) continue;
      const mode = stats.mode & 0o777;
      if (entry.isDirectory()) entries.push({ path: relative, mode });
      if (!entry.isFile() || !stats.isFile()) continue;
      const stamp = `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
      let hash = this.#known.get(relative)?.stamp === stamp && this.#known.get(relative)?.hash;
      if (!hash) {
        const data = await readPlain(full);
        if (!data) continue;
        hash = hashOf(data);
        await keep(hash, data);
      }
      known.set(relative, { stamp, hash });
      entries.push({ path: relative, mode, hash });
    }
    this.#known = known;
    return entries;
  }

  /** Makes the folder what it was; `read` gives a content by its hash. */
  async restore(manifest: Manifest, read: (hash: string) => Promise<Uint8Array>): Promise<void> {
    const wanted = new Map(manifest.map((entry) => [entry.path, entry]));
    this.#known.clear();
    await mkdir(this.#root, { recursive: true });
    for await (const { relative, entry } of walk(this.#root)) {
      const want = wanted.get(relative);
      const same = want && (want.hash ? entry.isFile() : entry.isDirectory());
      if (!same) await rm(path.join(this.#root, relative), { recursive: true, force: true });
    }
    for (const { path: relative, mode, hash } of manifest) {
      const full = path.join(this.#root, relative);
      if (!hash) await mkdir(full, { recursive: true });
      else {
        const there = await readPlain(full);
        if (!there || hashOf(there) !== hash) await writeFile(full, await read(hash));
      }
      await chmod(full, mode);
    }
  }
}

function hashOf(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** A plain file's bytes; undefined when it is none, or is gone. */
async function readPlain(full: string): Promise<Buffer | undefined> {
  const file = await open(
    full,
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  ).catch(() => undefined);
  if (!file) return undefined;
  try {
    return (await file.stat()).isFile() ? await file.readFile() : undefined;
  } finally {
    await file.close();
  }
}

/** Everything in a folder, each folder before what is in it; nothing behind a link. */
async function* walk(
  root: string,
  relative = '',
): AsyncGenerator<{ relative: string; entry: Dirent }> {
  const entries = await readdir(path.join(root, relative), { withFileTypes: true }).catch(() => []);
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const inner = relative ? `${relative}/${entry.name}` : entry.name;
    yield { relative: inner, entry };
    if (entry.isDirectory()) yield* walk(root, inner);
  }
}
