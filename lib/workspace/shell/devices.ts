import { randomFillSync } from 'node:crypto';
import { InMemoryFs, unsafeBytesFromLatin1 } from 'just-bash';
import type { OutputSink, Stream } from './sink.ts';

/** Where a rewritten command writes; the names are in no listing. */
export const STDOUT_PATH = '/dev/loupe-stdout';
export const STDERR_PATH = '/dev/loupe-stderr';

const WRITERS: Record<string, Stream> = {
  '/loupe-stdout': 'stdout',
  '/loupe-stderr': 'stderr',
  '/stdout': 'stdout',
  '/stderr': 'stderr',
  '/tty': 'stdout',
};
const READERS: Record<string, 'empty' | 'zero' | 'random'> = {
  '/null': 'empty',
  '/stdin': 'empty',
  '/tty': 'empty',
  '/zero': 'zero',
  '/random': 'random',
  '/urandom': 'random',
};
/** An endless device has an end here: every command of this shell reads its input whole. */
const DEVICE_BYTES = 1024 * 1024;

type WriteArgs = Parameters<InMemoryFs['writeFile']>;

/** `/dev` of one command: the usual devices, and the way of its output to the sink. */
export class Devices extends InMemoryFs {
  readonly #sink: OutputSink;
  /** How much an endless device gives the next reader, in bytes. */
  deviceBytes = DEVICE_BYTES;

  constructor(sink: OutputSink) {
    const names = [...Object.keys(READERS), '/stdout', '/stderr', '/full'];
    super(Object.fromEntries(names.map((name) => [name, ''])));
    this.#sink = sink;
  }

  /** As at the start: nobody waits for bytes of a certain number. */
  resetDeviceBytes(): void {
    this.deviceBytes = DEVICE_BYTES;
  }

  override async readFileBuffer(path: string): Promise<Uint8Array> {
    const kind = READERS[path];
    if (!kind) return super.readFileBuffer(path);
    const bytes = new Uint8Array(kind === 'empty' ? 0 : this.deviceBytes);
    return kind === 'random' ? randomFillSync(bytes) : bytes;
  }

  override async readFileBytes(path: string) {
    if (!(path in READERS)) return super.readFileBytes(path);
    const bytes = await this.readFileBuffer(path);
    return unsafeBytesFromLatin1(Buffer.from(bytes.buffer).toString('latin1'));
  }

  override async readFile(...args: Parameters<InMemoryFs['readFile']>): Promise<string> {
    if (!(args[0] in READERS)) return super.readFile(...args);
    return Buffer.from(await this.readFileBuffer(args[0])).toString('latin1');
  }

  override async writeFile(...args: WriteArgs): Promise<void> {
    if (!(await this.#deviceWrite(args))) await super.writeFile(...args);
  }

  override async appendFile(...args: WriteArgs): Promise<void> {
    if (!(await this.#deviceWrite(args))) await super.appendFile(...args);
  }

  /** Writing to an input device is lost, as on a real machine; to an output device it is output. */
  async #deviceWrite([path, content, options]: WriteArgs): Promise<boolean> {
    const stream = WRITERS[path];
    if (!stream) return path in READERS;
    const encoding = typeof options === 'string' ? options : options?.encoding;
    if (typeof content !== 'string') {
      await this.#sink.write(stream, Buffer.from(content).toString('latin1'), 'bytes');
    } else {
      const bytes = encoding === 'binary' || encoding === 'latin1';
      await this.#sink.write(stream, content, bytes ? 'bytes' : 'text');
    }
    return true;
  }
}
