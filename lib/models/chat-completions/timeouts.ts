import { ProviderFailure } from '../failure.ts';

/** Limits of one model call, in ms. */
export interface ModelTimeouts {
  /** Until the answer's headers: a local model reads a long prompt first. */
  firstByteMs: number;
  /** Between two reads of the body; a keep-alive comment counts as one. */
  stallMs: number;
  /** The whole call. */
  stepMs: number;
}

/**
 * Watches one model call with timers of its own and ends it through a signal. (`AbortSignal.timeout`
 * can be lost to the garbage collector.)
 */
export class CallTimer {
  readonly #controller = new AbortController();
  readonly #timeouts: ModelTimeouts;
  readonly #outer: AbortSignal | undefined;
  readonly #onOuter = () => this.#controller.abort(this.#outer?.reason);
  readonly #whole: NodeJS.Timeout;
  #phase: NodeJS.Timeout;
  #answering = false;

  constructor(timeouts: ModelTimeouts, outer: AbortSignal | undefined) {
    this.#timeouts = timeouts;
    this.#outer = outer;
    if (outer?.aborted) this.#onOuter();
    outer?.addEventListener('abort', this.#onOuter, { once: true });
    this.#phase = this.#after(timeouts.firstByteMs, 'did not begin to answer');
    this.#whole = this.#after(timeouts.stepMs, 'did not finish its answer', true);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something came: the stall timer starts anew. */
  alive(): void {
    clearTimeout(this.#phase);
    this.#answering = true;
    this.#phase = this.#after(this.#timeouts.stallMs, 'sent nothing more');
  }

  clear(): void {
    clearTimeout(this.#phase);
    clearTimeout(this.#whole);
    this.#outer?.removeEventListener('abort', this.#onOuter);
  }

  /** @param final the step has had all of its time: there is none for another try */
  #after(ms: number, what: string, final = false): NodeJS.Timeout {
    return setTimeout(() => {
      const words = `The model ${what} for ${Math.round(ms / 1000)} s.`;
      const failure = new ProviderFailure('timeout', { words, final });
      failure.inStream = this.#answering;
      this.#controller.abort(failure);
    }, ms);
  }
}
