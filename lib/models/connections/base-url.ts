import { AppError } from '#lib/errors';

/** Hosts where clouds hand out their own credentials: no model is served there. */
const METADATA = /^(169\.254\.|\[fe80:|metadata\.|instance-data)/i;

/**
 * An address that a model may be served at, without a slash at its end. Loopback and private networks
 * are allowed, since that is where local models live; the person who adds a connection runs the server.
 * @throws AppError `invalid_url`
 */
export function checkedBaseUrl(text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new AppError('invalid_url', 'The address must begin with http:// or https://.');
  }
  if (url.username || url.password) {
    throw new AppError(
      'invalid_url',
      'The address must not hold a name or password.',
      'Use the field for the key.',
    );
  }
  if (METADATA.test(url.host)) {
    throw new AppError('invalid_url', 'No model is served at this address.');
  }
  return `${url.origin}${url.pathname}`
    .replace(/\/+$/, '')
    .replace(/\/(chat\/completions|responses|models)$/, '');
}
