import { createParser, type EventSourceMessage } from 'eventsource-parser';

/** One thing that a response body said. */
export type WireEvent =
  | { type: 'json'; value: unknown }
  /** Words that are no JSON; `error` when the server called them an error. */
  | { type: 'words'; text: string; error: boolean }
  | { type: 'done' };

/**
 * The bytes of an answer to a streaming request as events, whatever form the server chose: Server-Sent
 * Events, one JSON value, a JSON value per line, or a page. What it is shows in its first character;
 * content types lie.
 */
export class WireDecoder {
  readonly #text = new TextDecoder();
  #rest = '';
  #form: 'unknown' | 'events' | 'json' | 'page' = 'unknown';
  #events: WireEvent[] = [];
  /** A line that is no field of an event: words of a server that does not stream. */
  #strange = '';
  #taken = false;
  readonly #parser = createParser({
    onEvent: (event) => this.#take(event),
    onError: ({ line }) => {
      this.#strange ||= line ?? '';
    },
  });

  /** What the body turned out to be; a page is not an API. */
  get form(): 'unknown' | 'events' | 'json' | 'page' {
    return this.#form;
  }

  /** Text that is kept until more comes: the page itself, when the body is one. */
  get rest(): string {
    return this.#rest;
  }

  push(bytes: Uint8Array): WireEvent[] {
    return this.#feed(this.#text.decode(bytes, { stream: true }));
  }

  /** The body has ended: what came without its last line end counts too. */
  end(): WireEvent[] {
    const last = this.#feed(this.#text.decode());
    if (this.#form === 'events') {
      this.#parser.feed('\n\n');
      const words = !this.#taken && this.#strange.trim();
      if (words) this.#events.push({ type: 'words', text: words, error: false });
    } else if (this.#form === 'json' && this.#rest.trim()) {
      this.#events.push(eventOf(this.#rest, false));
    }
    return [...last, ...this.#drain()];
  }

  #feed(text: string): WireEvent[] {
    if (this.#form === 'unknown') {
      this.#rest += text;
      const first = this.#rest.trimStart()[0];
      if (first === undefined) return [];
      this.#form = first === '{' || first === '[' ? 'json' : first === '<' ? 'page' : 'events';
      text = this.#rest;
      this.#rest = '';
    }
    if (this.#form === 'events') this.#parser.feed(text);
    else this.#rest += text;
    if (this.#form === 'json') this.#takeLines();
    return this.#drain();
  }

  #drain(): WireEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** JSON values one per line; a value that is written over several lines stays until the end. */
  #takeLines(): void {
    for (;;) {
      const end = this.#rest.indexOf('\n');
      const line = this.#rest.slice(0, end).trim();
      if (end < 0 || !/[}\]]$/.test(line)) return;
      const event = eventOf(line, false);
      if (event.type !== 'json') return;
      this.#events.push(event);
      this.#rest = this.#rest.slice(end + 1);
    }
  }

  #take({ event, data }: EventSourceMessage): void {
    this.#taken = true;
    const error = event === 'error';
    const whole = eventOf(data, error);
    // Some servers leave out the blank line between events: then each line is one.
    const lines = whole.type === 'words' ? data.split('\n').filter((line) => line.trim()) : [];
    if (lines.length > 1) {
      const events = lines.map((line) => eventOf(line.replace(/^data:/, ''), error));
      if (events.some((each) => each.type !== 'words')) return void this.#events.push(...events);
    }
    if (data.trim()) this.#events.push(whole);
  }
}

function eventOf(data: string, error: boolean): WireEvent {
  const text = data.trim();
  if (text === '[DONE]') return { type: 'done' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) {
      return { type: 'json', value: error && !('error' in value) ? { error: value } : value };
    }
  } catch {
    // Not JSON: the words are kept.
  }
  return { type: 'words', text, error };
}
