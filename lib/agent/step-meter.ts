import type { LoupeChunk, StepData, Usage } from '#lib/events/types';
import type { StepFrame } from './step-frame.ts';

/** Measures one step and keeps its `data-step` part up to date in the log. Times by the server's clock. */
export class StepMeter {
  readonly #frame: StepFrame;
  #data: StepData;
  #thoughtSince: number | undefined;

  /** @param start a new step, or one that an earlier owner of the run had begun */
  constructor(start: Pick<StepData, 'n' | 'max' | 'model'> | StepData, frame: StepFrame) {
    this.#frame = frame;
    this.#data = { startedAt: Date.now(), tries: 0, ...start };
  }

  get data(): StepData {
    return this.#data;
  }

  /** A model call begins. */
  tryBegins(): void {
    this.#update({ tries: this.#data.tries + 1 });
  }

  /** Watches the model's stream; writes nothing itself, so that tokens cost no extra chunk. */
  see(chunk: LoupeChunk): void {
    const output = /^(text|reasoning|tool-input)-(start|delta|available)$/.test(chunk.type);
    if (output && this.#data.firstTokenMs === undefined) {
      // A new object: the old one is in the log already.
      this.#data = { ...this.#data, firstTokenMs: Date.now() - this.#data.startedAt };
    }
    if (chunk.type === 'reasoning-start') this.#thoughtSince ??= Date.now();
    if (chunk.type === 'reasoning-end') this.thoughtEnds();
  }

  thoughtEnds(): void {
    if (this.#thoughtSince === undefined) return;
    const ms = Date.now() - this.#thoughtSince;
    this.#thoughtSince = undefined;
    this.#update({ thoughtMs: (this.#data.thoughtMs ?? 0) + ms });
  }

  /** @param cost US dollars; undefined when the price is unknown, and with it the cost of the step */
  addUsage(usage: Usage, cost: number | undefined): void {
    const { cost: before, usage: counted, ...data } = this.#data;
    const known = cost !== undefined && (counted === undefined || before !== undefined);
    this.#data = {
      ...data,
      usage: addUsage(counted, usage),
      ...(known ? { cost: (before ?? 0) + cost } : {}),
    };
  }

  /** The model has ended its turn: the calls of the step are known. */
  modelEnds(): void {
    this.thoughtEnds();
    this.#update({ modelMs: Date.now() - this.#data.startedAt });
  }

  callBegins(id: string, { attempt, approved }: { attempt: number; approved: boolean }): void {
    const timing = {
      startedAt: Date.now(),
      ...(attempt > 1 ? { attempt } : {}),
      ...(approved ? { approved } : {}),
    };
    this.#update({ calls: { ...this.#data.calls, [id]: timing } });
  }

  callEnds(id: string): void {
    const begun = this.#data.calls?.[id];
    if (!begun) return;
    const timing = { ...begun, ms: Date.now() - begun.startedAt };
    this.#update({ calls: { ...this.#data.calls, [id]: timing } });
  }

  ends(): void {
    this.thoughtEnds();
    this.#update({ ms: Date.now() - this.#data.startedAt });
  }

  #update(change: Partial<StepData>): void {
    this.#data = { ...this.#data, ...change };
    this.#frame.put({ type: 'data-step', id: `step-${this.#data.n}`, data: this.#data });
  }
}

/** Adds counts; what neither side knows stays unknown. */
export function addUsage(a: Usage | undefined, b: Usage): Usage {
  const keys = ['inputTokens', 'outputTokens', 'reasoningTokens', 'cachedTokens'] as const;
  const known = keys.filter((key) => a?.[key] !== undefined || b[key] !== undefined);
  return {
    ...Object.fromEntries(known.map((key) => [key, (a?.[key] ?? 0) + (b[key] ?? 0)])),
    ...(a?.estimated || b.estimated ? { estimated: true } : {}),
  };
}
