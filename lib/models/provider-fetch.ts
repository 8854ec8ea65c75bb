import { Agent, fetch as undiciFetch } from 'undici';
import { singleton } from '#lib/singleton';

// Node's own fetch gives up after 300 s without headers or body bytes; a local model with a long
// prompt takes longer. Next also patches the global fetch, which a provider call should not meet.
const dispatcher = () =>
  singleton('models.dispatcher', () => new Agent({ headersTimeout: 0, bodyTimeout: 0 }));

/** `fetch` for model endpoints, without undici's time limits. */
export const providerFetch: typeof fetch = (input, init) =>
  undiciFetch(input as string, {
    ...(init as object),
    dispatcher: dispatcher(),
  }) as unknown as Promise<Response>;
