import { SseDecoder } from '#lib/events/sse';
import type { RunEvent } from '#lib/events/types';
import type { App } from '../app.ts';

/** Everything that a viewer of a run was shown, over all its connections: by event, its JSON. */
export class Watcher {
  readonly chatId: string;
  readonly runId: string;
  readonly seen = new Map<number, string>();
  /** What came twice and differed. */
  readonly changed: number[] = [];
  /** The end of the run was shown. */
  finished = false;
  readonly #stop = new AbortController();

  constructor(app: App, run: { chatId: string; runId: string }) {
    this.chatId = run.chatId;
    this.runId = run.runId;
    void this.#follow(app);
  }

  stop(): void {
    this.#stop.abort();
  }

  async #follow(app: App): Promise<void> {
    while (!this.#stop.signal.aborted && !this.finished) {
      await this.#read(app).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  async #read(app: App): Promise<void> {
    const after = Math.max(0, ...this.seen.keys());
    const response = await fetch(`${app.url}/api/chat/${this.chatId}/stream?after=${after}`, {
      signal: this.#stop.signal,
    });
    if (response.headers.get('x-run-id') !== this.runId || !response.body) return;
    const decoder = new SseDecoder();
    let chunks: string[] = [];
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      for (const { id, data } of decoder.push(text)) {
        if (data === '[DONE]') return;
        chunks.push(data);
        this.finished ||= data === '{"type":"finish"}';
        if (id === undefined) continue;
        this.#take(Number(id), `[${chunks.join(',')}]`);
        chunks = [];
      }
    }
  }

  #take(seq: number, json: string): void {
    const known = this.seen.get(seq);
    if (known !== undefined && known !== json) this.changed.push(seq);
    this.seen.set(seq, json);
  }
}

/** A run's whole log, as the server stores it. */
export async function readLog(
  app: App,
  runId: string,
): Promise<{ status: string; reason: string | undefined; events: RunEvent[] }> {
  const events: RunEvent[] = [];
  for (;;) {
    const after = events.at(-1)?.seq ?? 0;
    const page = await fetch(`${app.url}/api/runs/${runId}/events?after=${after}`).then((answer) =>
      answer.json(),
    );
    events.push(...page.events);
    if (page.events.length === 0) return { status: page.status, reason: page.reason, events };
  }
}
