import { AppError } from '#lib/errors';

/** Hosts where clouds hand out their own credentials: no model is served there. */
const METADATA = /^(169\.254\.|\[fe80:|metadata\.|instance-data)/i;

/**
 * An address that a model may be served at, without a slash at the end of its path. Loopback and private networks
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
  const address = `${url.origin}${url.pathname}`
    .replace(/\/+$/, '')
    .replace(/\/(chat\/completions|responses|models)$/, '');
  // Anything else in a query may be a key, which would be kept and shown as it is.
  const version = url.searchParams.get('api-version');
  return version ? `${address}?api-version=${encodeURIComponent(version)}` : address;
}

/** The address of a request; what the base has in its query (the version that Azure wants) stays. */
export function endpointUrl(baseUrl: string, path: string): string {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  return url.href;
}
