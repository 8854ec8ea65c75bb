import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defaultSettingsMiddleware, wrapLanguageModel } from 'ai';
import { type Connection, headersOf } from './connections/connections.ts';
import { providerFetch } from './provider-fetch.ts';

/**
 * A model behind `POST /responses`, OpenAI's own interface. Nothing is kept at the provider: the
 * reasoning items come back encrypted and are sent along with the calls that they led to.
 */
export async function responsesModel(
  name: string,
  connection: Connection,
): Promise<LanguageModelV4> {
  // Loaded only here: at its import the package reads OPENAI_BASE_URL, and throws when it is empty.
  const { createOpenAI } = await import('@ai-sdk/openai');
  const provider = createOpenAI({
    baseURL: connection.baseUrl,
    apiKey: connection.apiKey ?? '',
    headers: headersOf(connection),
    fetch: providerFetch,
  });
  return wrapLanguageModel({
    model: provider.responses(name),
    middleware: defaultSettingsMiddleware({
      settings: {
        providerOptions: { openai: { store: false, reasoningSummary: 'auto' } },
      },
    }),
  });
}
