import { MCPClientError } from '@ai-sdk/mcp';
import { plainText } from './plain-text.ts';

/** The JSON-RPC code that stands for an answer whose connection ended before it came. */
export const CONNECTION_LOST = -32_098;
const ANSWER_CHARS = 500;
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The server does not know our session (any more): it has not looked at the request. */
export class SessionLost extends Error {
  override name = 'SessionLost';
}

/** No connection could be made; `cause` is why. */
export class Unreachable extends Error {
  override name = 'Unreachable';

  constructor(cause: unknown) {
    super('The server could not be reached.', { cause });
  }
}

/** Whether an error is the server's own answer to the request, over a connection that is fine. */
export function isAnswer(error: unknown): error is MCPClientError {
  return (
    MCPClientError.isInstance(error) && error.code !== undefined && error.code !== CONNECTION_LOST
  );
}

/** What a failed call tells the model and the person. */
export function describeFailure(server: string, error: unknown): string {
  if (isAnswer(error)) return plainText(error.message, ANSWER_CHARS);
  const reason = reasonOf(error instanceof Unreachable ? error.cause : error);
  if (error instanceof Unreachable || NEVER_SENT.has(reason)) {
    return `The MCP server "${server}" could not be reached (${reason}).`;
  }
  return `The MCP server "${server}" gave no result (${reason}). Whether the call took effect is not known.`;
}

/**
 * Why a server could not be used, in a few words. The words of the error itself are left out: they carry
 * addresses, headers and bodies.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof SessionLost) return 'the session is lost';
  if (isAnswer(error)) return `refused with code ${error.code}`;
  if (MCPClientError.isInstance(error)) {
    if (error.statusCode !== undefined) return `HTTP ${error.statusCode}`;
    return error.code === undefined ? 'no valid answer' : 'the connection broke';
  }
  if (!(error instanceof Error)) return 'unknown error';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'the connection broke';
}
