import type { WireEvent } from '../chat-completions/wire-decoder.ts';
import type { Heard } from './conversation.ts';

/** What the bytes of an endpoint's answers looked like, before anything was put right. */
export class Observer {
  /** Reads of the body that brought something. */
  reads = 0;
  /** Answers that came as events, and that came whole. */
  events = 0;
  readonly finishes = new Set<string>();
  readonly thoughtFields = new Set<string>();
  readonly callOddities = new Set<string>();
  usage = false;
  nativeCalls = 0;
  /** Pieces in which the arguments of the answer's calls came. */
  argumentPieces = 0;
  legacyCalls = false;
  /** A thought ended in the text that had not begun there. */
  unopenedThought = false;
  text = '';
  #calls = new Set<string>();

  /** An answer begins. */
  begin(): void {
    this.#calls.clear();
    this.argumentPieces = 0;
    this.text = '';
  }

  see(event: WireEvent): void {
    if (event.type !== 'json') return;
    this.events++;
    const payload = event.value as { usage?: unknown; choices?: unknown };
    if (payload.usage && typeof payload.usage === 'object') this.usage = true;
    const choice = Array.isArray(payload.choices)
      ? (payload.choices[0] as Fields | undefined)
      : undefined;
    if (!choice) return;
    if (typeof choice.finish_reason === 'string' && choice.finish_reason)
      this.finishes.add(choice.finish_reason);
    const delta = (choice.delta ?? choice.message ?? {}) as Fields;
    if (typeof delta.content === 'string') this.text += delta.content;
    else if (Array.isArray(delta.content)) this.thoughtFields.add('content parts');
    this.unopenedThought ||= this.text.includes('</think>') && !this.text.includes('<think>');
    for (const field of ['reasoning_content', 'reasoning', 'reasoning_details', 'thinking']) {
      const value = delta[field];
      if (Array.isArray(value) ? value.length > 0 : value) this.thoughtFields.add(field);
    }
    if (delta.function_call) this.legacyCalls = true;
    for (const call of Array.isArray(delta.tool_calls) ? (delta.tool_calls as Fields[]) : [])
      this.#seeCall(call, Boolean(choice.message));
  }

  /** Takes an answer of the Responses interface, whose wire is its SDK's, for what was seen. */
  assume(heard: Heard): void {
    this.reads += 3;
    this.events += 3;
    this.finishes.add(heard.calls.length > 0 ? 'tool_calls' : 'stop');
    this.nativeCalls += heard.calls.length;
    this.argumentPieces += heard.calls.length * 2;
    this.usage ||= heard.inputTokens !== undefined;
    if (heard.reasoning) this.thoughtFields.add('summary');
  }

  #seeCall(call: Fields, whole: boolean): void {
    const body = (call.function ?? {}) as Fields;
    const unnumbered = call.index === undefined || call.index === null;
    // Only a call in pieces needs a number to be put together by.
    if (unnumbered && !whole) this.callOddities.add('no index');
    if (typeof body.arguments === 'object' && body.arguments !== null)
      this.callOddities.add('arguments as an object');
    if (body.name && !call.id) this.callOddities.add('no id');
    const key = `${call.index ?? ''} ${call.id ?? ''}`;
    if (body.name && !this.#calls.has(key)) {
      this.#calls.add(key);
      this.nativeCalls++;
    }
    if (body.arguments) this.argumentPieces++;
  }
}

type Fields = Record<string, unknown>;
