import { APICallError, RetryError } from 'ai';
import { type FailureKind, ProviderFailure } from './failure.ts';
import { isPage, oneLine, pageTitle, wordsOf } from './provider-words.ts';
import { retryAfter } from './retry-after.ts';

export interface Complaint {
  /** What the provider sent: parsed JSON, or a text. */
  body: unknown;
  /** HTTP status; absent for an error inside a stream that was accepted. */
  status?: number;
  headers?: Headers;
}

// Providers share no vocabulary: the first pattern that matches the words or the code decides. What a
// retry cannot help stands before what it can.
const BY_WORDS: readonly [FailureKind, RegExp][] = [
  [
    'filtered',
    /content[_ ]?filter|content management policy|responsible_?ai|data_?inspection|content[_ ]?(policy|moderation)|safety (system|policy)|prohibited_content|flagged|sensitive (words|content|information)|敏感|违规/i,
  ],
  [
    'context',
    /context[_ ](length|window|size)|maximum context|max(imum)?[_ ]?(model[_ ])?(context|input|prompt)[_ ]?(len|length|tokens)|(prompt|input|conversation|request)( \w+){0,3} (is |are )?too (long|many tokens)|too many (input )?tokens|exceeds? the (available context|maximum( allowed)?( number of)?( input)? (tokens|length))|input token count|reduce the length of|tokens? (limit|count) exceed|range of input length|上下文/i,
  ],
  [
    'too-large',
    /(message|request|payload|body|input|entity|content)( \w+)? (size|length)? ?\(?\d* ?\)?( \w+)*( is)? ?(too large|exceeds)|too large|entity too|payload[_ ]too|string[_ ]above[_ ]max/i,
  ],
  [
    'credit',
    /insufficient[_ ](quota|balance|funds|credit)|quota (is )?(exceeded|exhausted)|exceeded your current quota|out of credits?|no credits?|credit balance|billing|payment required|arrears|overdue|余额|欠费/i,
  ],
  [
    'no-tools',
    /(does not|doesn't|not) support (tool|function)|tool (use|calling|calls?) (is |are )?not (supported|available|enabled)|no endpoints found that support tool|--enable-auto-tool-choice|tools?(_choice)?\b.{0,40}(not supported|unsupported|is not allowed|unrecognized)|unsupported (parameter|field)s?:? .?tools/i,
  ],
  [
    'auth',
    /(invalid|incorrect|missing|wrong|bad|expired|unknown) .{0,20}(api[ _-]?key|\btoken\b|credential)|api[ _-]?key .{0,30}(invalid|incorrect|not valid|missing|expired|required)|unauthori[sz]ed|invalid_api_key|authentication|not authenticated|permission denied/i,
  ],
  [
    'model',
    /model[_ ]not[_ ](found|exist)|model .{0,80}(not found|does not exist|not exist|unknown|is not available|not supported|not a valid)|(no such|unknown|invalid|unrecognized) model|no endpoints found for|模型不存在/i,
  ],
  [
    'rate',
    /rate[_ -]?limit|too many (concurrent )?requests|requests? per (minute|second|day)|tokens? per (minute|day)|throttl|resource_exhausted|频率|限流|并发/i,
  ],
  [
    'server',
    /overloaded|capacity|busy|try (again|later)|temporar|unavailable|timed? ?out|internal[_ ](server[_ ])?error|bad gateway|upstream|server[_ ]error|繁忙/i,
  ],
];

/** Whether words about a limit speak of the account's credit for good, or of a pace. */
const PACE = /per (minute|second|hour|day)|retry in|try again in/i;

/** Puts what a provider complained about into words and decides what kind of failure it is. */
export function classify({ body, status: httpStatus, headers }: Complaint): ProviderFailure {
  if (isPage(body) && (httpStatus ?? 200) < 500 && httpStatus !== 401 && httpStatus !== 429) {
    return pageFailure(body, httpStatus);
  }
  if (httpStatus !== undefined && httpStatus >= 300 && httpStatus < 400) {
    const words = `The address redirects to ${headers?.get('location') ?? 'another one'}.`;
    return new ProviderFailure('not-api', { words, status: httpStatus });
  }
  const { words, code, status: named } = wordsOf(body);
  const status = named ?? (httpStatus !== undefined && httpStatus >= 400 ? httpStatus : undefined);
  const retryAfterMs = retryAfter(headers, body);
  const kind = kindOf(`${code} ${words}`, status, retryAfterMs);
  const said = words || statusWords(status);
  return new ProviderFailure(kind, { words: said, status, retryAfterMs });
}

/** A page answers in the place of an API: the address is wrong, or something stands before it. */
function pageFailure(page: string, status: number | undefined): ProviderFailure {
  const title = pageTitle(page);
  const words = `A web page answered${title ? ` ("${title}")` : ''}, not an API.`;
  return new ProviderFailure('not-api', { words, status });
}

function kindOf(text: string, status: number | undefined, wait: number | undefined): FailureKind {
  if (status === 401) return 'auth';
  if (status === 402) return 'credit';
  if (status === 413) return 'too-large';
  // A fault of the server's own is one, whatever its page mentions.
  if (status !== undefined && status >= 500 && status !== 501) return serverKind(text);
  const byWords = BY_WORDS.find(([, pattern]) => pattern.test(text))?.[0];
  if (byWords === 'credit' && status === 429 && (wait !== undefined || PACE.test(text)))
    return 'rate';
  if (status === undefined) return byWords ?? 'server';
  if (status === 429) return byWords === 'credit' || byWords === 'too-large' ? byWords : 'rate';
  if (status === 408 || status === 409 || status === 425) return 'server';
  if (byWords && byWords !== 'rate' && byWords !== 'server') return byWords;
  if (status === 403) return 'auth';
  if (status === 404 || status === 405) return 'model';
  return byWords === 'rate' ? 'rate' : 'refused';
}

/** A proxy hands a refusal of its upstream on as a 5xx: asking again would not change that. */
function serverKind(text: string): FailureKind {
  const permanent = BY_WORDS.slice(0, 4).find(([, pattern]) => pattern.test(text))?.[0];
  return permanent ?? 'server';
}

function statusWords(status: number | undefined): string {
  return status === undefined ? 'The provider sent an error without words.' : `HTTP ${status}`;
}

/** The failure of whatever a model call ended with, also of errors that the SDK or the network made. */
export function toFailure(error: unknown): ProviderFailure {
  let cause = RetryError.isInstance(error) ? error.lastError : error;
  if (cause instanceof ProviderFailure) return cause;
  if (APICallError.isInstance(cause)) {
    if (cause.cause instanceof ProviderFailure) return cause.cause;
    if (cause.statusCode !== undefined && cause.statusCode >= 400) {
      const headers = new Headers(cause.responseHeaders);
      return classify({
        body: parsed(cause.responseBody ?? cause.message),
        status: cause.statusCode,
        headers,
      });
    }
    cause = cause.cause ?? cause;
  }
  const code = networkCode(cause);
  if (code) return unreachable(code, cause);
  if (cause instanceof Error)
    return new ProviderFailure('server', { words: oneLine(cause.message), cause });
  return classify({ body: cause });
}

export function unreachable(code: string, cause?: unknown): ProviderFailure {
  return new ProviderFailure('unreachable', { words: `The connection failed (${code}).`, cause });
}

/** `ECONNREFUSED` and its like, however deep the libraries have wrapped it. */
export function networkCode(error: unknown): string | undefined {
  let at: unknown = error;
  for (let depth = 0; depth < 6 && at instanceof Error; depth++) {
    const { code } = at as { code?: unknown };
    if (
      typeof code === 'string' &&
      /^(E[A-Z_]+|UND_ERR_\w+|CERT_\w+|\w*SELF_SIGNED\w*|UNABLE_TO_\w+|DEPTH_ZERO\w*)$/.test(code)
    )
      return code;
    at = at.cause;
  }
  return undefined;
}

/** JSON where the text is some, else the text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
