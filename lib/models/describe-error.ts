import { APICallError, RetryError } from 'ai';
import type { NoticeData } from '#lib/events/types';

/** What a person reads of a failed model call: what the provider said and what to do next. */
export function describeError(error: unknown, secrets: readonly string[]): NoticeData {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  const found = APICallError.isInstance(cause) ? fromApi(cause) : fromTransport(cause);
  return { level: 'error', ...found, message: redact(found.message, secrets) };
}

type Description = Pick<NoticeData, 'code' | 'message' | 'hint'>;

function fromApi(error: APICallError): Description {
  const status = error.statusCode;
  if (status === undefined) return fromTransport(error.cause ?? error);
  const body = error.responseBody ?? '';
  const words = providerWords(body) || error.message;
  const message = `The provider answered ${status}: ${words}`;
  // A gateway's error page says nothing about the address; a page in the place of an answer does.
  if (/^\s*</.test(body) && (status < 400 || status === 404)) {
    return {
      code: 'provider-not-api',
      message: `The provider answered ${status} with a web page, not with an API reply.`,
      hint: 'Check OPENAI_BASE_URL: it usually ends in /v1.',
    };
  }
  if (status === 402 || /insufficient_quota|insufficient balance/i.test(body)) {
    return { code: 'provider-credit', message, hint: 'Check the credit of the account.' };
  }
  switch (status) {
    case 401:
    case 403:
      return { code: 'provider-auth', message, hint: 'Check the API key (OPENAI_API_KEY).' };
    case 404:
      return {
        code: 'provider-model',
        message,
        hint: 'Check the model name (OPENAI_MODEL) and the address (OPENAI_BASE_URL).',
      };
    case 429:
      return { code: 'provider-rate', message, hint: 'Wait a moment, then send again.' };
    default:
      return status >= 500
        ? { code: 'provider-server', message, hint: 'The provider has a fault. Send again later.' }
        : { code: 'provider-error', message };
  }
}

function fromTransport(error: unknown): Description {
  const code = networkCode(error);
  if (code) {
    return {
      code: 'provider-unreachable',
      message: `The model server could not be reached (${code}).`,
      hint: 'Check OPENAI_BASE_URL and that the server is running.',
    };
  }
  return {
    code: 'provider-error',
    message: firstLine(error instanceof Error ? error.message : words(error)),
  };
}

/** An error object of a stream arrives as plain JSON. */
function words(error: unknown): string {
  if (typeof error === 'string') return error;
  const message = (error as { message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : 'The provider sent an error without words.';
}

function providerWords(body: string): string {
  try {
    const json: unknown = JSON.parse(body);
    const error = (json as { error?: unknown })?.error ?? json;
    const message = typeof error === 'string' ? error : words(error);
    return firstLine(message);
  } catch {
    return firstLine(body);
  }
}

function firstLine(text: string): string {
  return (text.trim().split('\n')[0] ?? '').slice(0, 500);
}

/** `ECONNREFUSED` and its like, however deep the library has wrapped it. */
function networkCode(error: unknown): string | undefined {
  let at: unknown = error;
  for (let depth = 0; depth < 6 && at instanceof Error; depth++) {
    const { code } = at as { code?: unknown };
    if (typeof code === 'string' && /^(E[A-Z]+|UND_ERR_\w+)$/.test(code)) return code;
    at = at.cause;
  }
  return undefined;
}

function redact(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (clean, secret) => (secret.length >= 8 ? clean.replaceAll(secret, '[key]') : clean),
    text,
  );
}
