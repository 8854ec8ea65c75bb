import { isIP } from 'node:net';
import { isLoopback } from '#lib/env';
import { AppError } from '#lib/errors';

export interface GuardConfig {
  /** The address that the server listens on. */
  host: string;
  /** Further names that it may be called by. */
  allowedHosts: readonly string[];
}

/**
 * Refuses what a foreign web page could send: a `Host` that is not ours (a name that was rebound to
 * this machine) or an `Origin` that differs from the host.
 * @throws AppError `forbidden_host`, `forbidden_origin`
 */
export function guardRequest(headers: Headers, config: GuardConfig): void {
  const host = headers.get('host');
  const name = host && hostName(host);
  if (!name || !isOurs(name, config)) {
    throw new AppError(
      'forbidden_host',
      `This server does not answer to the host "${host ?? ''}".`,
      'Name it in LOUPE_ALLOWED_HOSTS if it is yours.',
    );
  }
  const origin = headers.get('origin');
  if (origin !== null && originHost(origin) !== host.toLowerCase()) {
    throw new AppError('forbidden_origin', 'Requests from other web pages are refused.');
  }
}

function isOurs(name: string, { host, allowedHosts }: GuardConfig): boolean {
  if (isLoopback(name) || name === host.toLowerCase() || allowedHosts.includes(name)) return true;
  // Rebinding needs a name: an address literal can only be meant by somebody who typed it.
  return !isLoopback(host) && isIP(name) !== 0;
}

function hostName(host: string): string | undefined {
  const url = URL.parse(`http://${host}`);
  return url?.hostname.replace(/^\[|\]$/g, '');
}

function originHost(origin: string): string | undefined {
  return URL.parse(origin)?.host;
}
