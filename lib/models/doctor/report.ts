import type { DoctorRow } from '#lib/events/api';
import type { Switches } from '../switches.ts';
import type { Heard } from './conversation.ts';
import type { Observer } from './observer.ts';

export interface Findings {
  observer: Observer;
  switches: Switches;
  greeting: Heard;
  /** Events in which the greeting came, and reads of its body. */
  streamed: number;
  greetingReads: number;
  stock: Heard;
  /** Pieces in which the arguments of its calls came. */
  argumentPieces?: number;
  /** Absent when there was no call to answer. */
  results?: Heard;
  toolsOff?: Heard;
  /** In tokens. */
  contextSize?: number;
}

/** The doctor's table: what was found, and what Loupe does about it. */
export function rowsOf(found: Findings): DoctorRow[] {
  if (found.greeting.failure)
    return [row('answer', 'missing', ['failed', 'none'], found.greeting.failure.words)];
  return [
    answerRow(found),
    streamingRow(found),
    toolsRow(found),
    parallelRow(found),
    argumentsRow(found),
    resultsRow(found),
    toolsOffRow(found),
    reasoningRow(found),
    usageRow(found),
    finishRow(found),
    contextRow(found),
  ];
}

function row(
  topic: DoctorRow['topic'],
  verdict: DoctorRow['verdict'],
  [found, action]: readonly [found: string, action: string],
  detail?: string,
): DoctorRow {
  return { topic, verdict, found, action, ...(detail ? { detail } : {}) };
}

function answerRow({ greeting }: Findings): DoctorRow {
  const words = greeting.text.trim().split('\n')[0]?.slice(0, 80);
  if (words) return row('answer', 'works', ['text', 'none'], words);
  return greeting.reasoning
    ? row('answer', 'handled', ['only-thoughts', 'asks-again'])
    : row('answer', 'missing', ['nothing', 'asks-again']);
}

function streamingRow({ streamed, greetingReads }: Findings): DoctorRow {
  if (streamed <= 1) return row('streaming', 'handled', ['whole', 'shown-at-once']);
  const detail = `${streamed} / ${greetingReads}`;
  return greetingReads > 2
    ? row('streaming', 'works', ['events', 'joined'], detail)
    : row('streaming', 'handled', ['one-burst', 'shown-at-once'], detail);
}

function toolsRow({ stock, observer }: Findings): DoctorRow {
  if (stock.failure?.kind === 'no-tools')
    return row('tools', 'handled', ['refused', 'text-react'], stock.failure.words);
  if (stock.failure) return row('tools', 'missing', ['failed', 'text-react'], stock.failure.words);
  if (stock.calls.length === 0) return row('tools', 'handled', ['no-call', 'text-react']);
  if (observer.nativeCalls === 0 && observer.legacyCalls)
    return row('tools', 'handled', ['old-form', 'read-as-calls']);
  if (observer.nativeCalls === 0)
    return row('tools', 'handled', ['in-text', 'read-as-calls'], markupOf(observer.text));
  const odd = [...observer.callOddities].join(', ');
  return odd
    ? row('tools', 'handled', ['odd-calls', 'put-right'], odd)
    : row('tools', 'works', ['calls', 'none']);
}

function parallelRow({ stock }: Findings): DoctorRow {
  if (stock.calls.length > 1) return row('parallel', 'works', ['two-calls', 'run-together']);
  return stock.calls.length === 1
    ? row('parallel', 'handled', ['one-call', 'run-in-turn'])
    : row('parallel', 'unknown', ['no-call', 'none']);
}

function argumentsRow({ stock, argumentPieces = 0 }: Findings): DoctorRow {
  if (stock.calls.length === 0) return row('arguments', 'unknown', ['no-call', 'none']);
  if (stock.calls.some((call) => !isObject(call.input)))
    return row('arguments', 'handled', ['broken', 'repaired'], stock.calls[0]?.input);
  return argumentPieces > stock.calls.length
    ? row('arguments', 'works', ['in-pieces', 'shown-live'])
    : row('arguments', 'works', ['whole', 'shown-at-once']);
}

function resultsRow({ results }: Findings): DoctorRow {
  if (!results) return row('results', 'unknown', ['no-call', 'none']);
  if (results.failure) return row('results', 'missing', ['failed', 'none'], results.failure.words);
  if (/17|seventeen/i.test(results.text)) return row('results', 'works', ['used', 'none']);
  return row('results', 'handled', [
    results.calls.length > 0 ? 'calls-again' : 'not-used',
    'asks-again',
  ]);
}

function toolsOffRow({ toolsOff, switches }: Findings): DoctorRow {
  if (!toolsOff) return row('tools-off', 'unknown', ['no-call', 'none']);
  if (toolsOff.failure)
    return row('tools-off', 'handled', ['failed', 'asks-without'], toolsOff.failure.words);
  if (toolsOff.calls.length > 0) return row('tools-off', 'handled', ['ignored', 'call-dropped']);
  return switches.toolChoice
    ? row('tools-off', 'works', ['kept', 'none'])
    : row('tools-off', 'handled', ['refused', 'left-out']);
}

function reasoningRow({ observer, greeting, stock }: Findings): DoctorRow {
  const fields = [...observer.thoughtFields].join(', ');
  if (fields) return row('reasoning', 'works', ['field', 'shown-and-returned'], fields);
  if (observer.unopenedThought)
    return row('reasoning', 'handled', ['unopened-tag', 'read-as-thoughts'], '</think>');
  const thoughts = greeting.reasoning || stock.reasoning;
  return thoughts
    ? row('reasoning', 'handled', ['tags', 'read-as-thoughts'], '<think>')
    : row('reasoning', 'missing', ['none-seen', 'text-before-calls']);
}

function usageRow({ observer, switches }: Findings): DoctorRow {
  if (observer.usage) return row('usage', 'works', ['counted', 'none']);
  return row('usage', 'missing', [switches.streamUsage ? 'not-counted' : 'refused', 'estimated']);
}

function finishRow({ observer }: Findings): DoctorRow {
  const seen = [...observer.finishes].join(', ');
  if (!seen) return row('finish', 'handled', ['none-given', 'calls-decide']);
  const usual = ['stop', 'tool_calls', 'length'];
  const odd = [...observer.finishes].some((reason) => !usual.includes(reason));
  const lies = observer.nativeCalls > 0 && !observer.finishes.has('tool_calls');
  return odd || lies
    ? row('finish', 'handled', ['odd', 'calls-decide'], seen)
    : row('finish', 'works', ['usual', 'none'], seen);
}

function contextRow({ contextSize }: Findings): DoctorRow {
  return contextSize
    ? row('context', 'works', ['known', 'gauge'], String(contextSize))
    : row('context', 'unknown', ['not-told', 'set-by-hand']);
}

/** The first tag of a call in a text. */
function markupOf(text: string): string | undefined {
  return /<[^<>\s]{2,60}>|\[TOOL_CALLS\]/.exec(text.replace(/<\/?think>/g, ''))?.[0];
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
