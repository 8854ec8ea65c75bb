import { ReadWriteFs } from 'just-bash';
import { measure, overQuota, QUOTA, type Usage } from '#lib/workspace/usage';

const MAX_READ_BYTES = 64 * 1024 * 1024;

/** A real folder of a limited size: just-bash itself would let a loop fill the disk. */
export class QuotaFs extends ReadWriteFs {
  readonly #root: string;
  readonly #quota: Usage;
  /** Measured once, then counted upwards; measured again before anything is refused. */
  #usage: Usage | undefined;

  constructor(root: string, quota: Usage = QUOTA) {
    super({ root, maxFileReadSize: MAX_READ_BYTES });
    this.#root = root;
    this.#quota = quota;
  }

  override async writeFile(...args: Parameters<ReadWriteFs['writeFile']>): Promise<void> {
    await this.#reserve(args[1].length);
    await super.writeFile(...args);
  }

  override async appendFile(...args: Parameters<ReadWriteFs['appendFile']>): Promise<void> {
    await this.#reserve(args[1].length);
    await super.appendFile(...args);
  }

  override async mkdir(...args: Parameters<ReadWriteFs['mkdir']>): Promise<void> {
    await this.#reserve(0);
    await super.mkdir(...args);
  }

  // just-bash copies by way of file handles whose mode it changes; a process under `--permission` may
  // not do that.
  override async cp(...[from, to, options]: Parameters<ReadWriteFs['cp']>): Promise<void> {
    const stats = await this.lstat(from);
    if (stats.isDirectory) {
      if (!options?.recursive) throw new Error(`EISDIR: is a directory, cp '${from}'`);
      if (`${to}/`.startsWith(`${from}/`)) {
        throw new Error(`EINVAL: cannot copy '${from}' into itself, '${to}'`);
      }
      await this.mkdir(to, { recursive: true });
      for (const name of await this.readdir(from)) {
        await this.cp(`${from}/${name}`, `${to}/${name}`, options);
      }
      return;
    }
    if (from === to) throw new Error(`EINVAL: cannot copy '${from}' onto itself`);
    await this.writeFile(to, await this.readFileBuffer(from));
    await this.chmod(to, stats.mode & 0o777);
  }

  override async link(from: string, to: string): Promise<void> {
    throw new Error(`EPERM: links are not supported here, link '${from}' -> '${to}'`);
  }

  // The kind of a file is no part of its mode: `stat -c %a` would print it.
  override async stat(path: string): ReturnType<ReadWriteFs['stat']> {
    return permissions(await super.stat(path));
  }

  override async lstat(path: string): ReturnType<ReadWriteFs['lstat']> {
    return permissions(await super.lstat(path));
  }

  async #reserve(bytes: number): Promise<void> {
    if (!this.#fits(bytes)) {
      this.#usage = await measure(this.#root, this.#quota);
      if (!this.#fits(bytes)) {
        const reason = overQuota(plus(this.#usage, bytes), this.#quota);
        throw new Error(`No space left: ${reason}`);
      }
    }
    if (this.#usage) this.#usage = plus(this.#usage, bytes);
  }

  #fits(bytes: number): boolean {
    return this.#usage !== undefined && !overQuota(plus(this.#usage, bytes), this.#quota);
  }
}

/** A write may make a file; that it did not is found out by measuring. */
function plus(usage: Usage, bytes: number): Usage {
  return { bytes: usage.bytes + bytes, entries: usage.entries + 1 };
}

function permissions<T extends { mode: number }>(stats: T): T {
  return { ...stats, mode: stats.mode & 0o7777 };
}
