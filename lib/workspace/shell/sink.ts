import { MAX_OUTPUT } from './limits.ts';
import { type OutputEncoding, outputText } from './output-text.ts';

/** just-bash tells the programmer, not its user, what to do about a limit. */
const ADVICE = /, increase executionLimits\.\w+/g;

export type Stream = 'stdout' | 'stderr';

/** Sends a piece of output to the server; resolves when the pipe has taken it. */
export type Send = (stream: Stream, text: string) => Promise<void>;

/** How long output is gathered before it is sent, in ms. */
const FLUSH_MS = 20;
/** A command that never awaits input or output starves the event loop; give it a turn this often, in ms. */
const TURN_MS = 10;
const PIECE_CHARS = 256 * 1024;
/** So much may wait for the server before the command has to, in characters. */
const MAX_UNSENT = 4 * 1024 * 1024;

/**
 * Where the output of one command goes as it is produced, so that what was printed before a time
 * limit, a stop or a kill is not lost.
 */
export class OutputSink {
  readonly #send: Send;
  readonly #onFlood: () => void;
  #waiting: { stream: Stream; text: string }[] = [];
  #sending: Promise<void> = Promise.resolve();
  #unsent = 0;
  #timer: NodeJS.Timeout | undefined;
  #flushedAt = 0;
  #turnedAt = Date.now();
  #chars = 0;
  #lineStart = true;
  #closed = false;

  /** `onFlood` is called once, when more than the limit was printed. */
  constructor(send: Send, onFlood: () => void) {
    this.#send = send;
    this.#onFlood = onFlood;
  }

  /** Takes what a command printed; an empty content only lets the event loop turn. */
  async write(stream: Stream, content: string, encoding: OutputEncoding): Promise<void> {
    if (content && !this.#closed) {
      const text = outputText(content, encoding);
      this.#take(stream, stream === 'stderr' ? text.replace(ADVICE, '') : text);
    }
    if (this.#unsent > MAX_UNSENT) await this.#sending;
    if (Date.now() - this.#turnedAt < TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#turnedAt = Date.now();
  }

  /** A line of ours on stderr, on a line of its own. */
  note(text: string): void {
    this.#push('stderr', `${this.#lineStart ? '' : '\n'}${text}\n`);
  }

  /** Sends what waits; nothing is taken afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#flush();
    await this.#sending;
  }

  #take(stream: Stream, text: string): void {
    const room = MAX_OUTPUT - this.#chars;
    this.#push(stream, text.length > room ? text.slice(0, room).toWellFormed() : text);
    if (text.length <= room) return;
    this.#closed = true;
    this.note(`[output cut after ${MAX_OUTPUT / 1024 / 1024} MB; the command was ended]`);
    this.#onFlood();
  }

  #push(stream: Stream, text: string): void {
    if (!text) return;
    // A note about binary output begins a line; the bytes before it seldom end one.
    const piece = text.startsWith('[binary output') && !this.#lineStart ? `\n${text}` : text;
    this.#chars += text.length;
    this.#lineStart = piece.endsWith('\n');
    const last = this.#waiting.at(-1);
    if (last?.stream === stream && last.text.length < PIECE_CHARS) last.text += piece;
    else this.#waiting.push({ stream, text: piece });
    // At once when it was quiet: the next thing may block the event loop for good.
    if (Date.now() - this.#flushedAt >= FLUSH_MS) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushedAt = Date.now();
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { stream, text } of waiting) {
      for (let at = 0; at < text.length; at += PIECE_CHARS) {
        const piece = text.slice(at, at + PIECE_CHARS);
        this.#unsent += piece.length;
        const sent = this.#send(stream, piece).then(() => {
          this.#unsent -= piece.length;
        });
        this.#sending = Promise.all([this.#sending, sent]).then(() => undefined);
      }
    }
  }
}
