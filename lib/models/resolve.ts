import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { extractReasoningMiddleware, wrapLanguageModel } from 'ai';
import { type Env, env } from '#lib/env';
import { AppError } from '#lib/errors';
import { demoModel } from './demo/demo-model.ts';
import { providerFetch } from './provider-fetch.ts';

const OPENAI_URL = 'https://api.openai.com/v1';
const DEFAULT_MODEL = 'gpt-5-mini';

export interface ResolvedModel {
  /** `connection/model`, as runs and the API name it. */
  id: string;
  model: LanguageModelV4;
  demo: boolean;
  /** Values that must never reach a log, an event or a browser. */
  secrets: string[];
}

export const DEMO_ID = 'demo/demo';

/** Whether the environment names a real endpoint. */
export function hasEndpoint({ openai }: Env): boolean {
  return Boolean(openai.apiKey || openai.baseUrl);
}

/** The model that a run uses when none is asked for. */
export function defaultModelId(from: Env = env()): string {
  return hasEndpoint(from) ? `env/${from.openai.model ?? DEFAULT_MODEL}` : DEMO_ID;
}

/** Whether a model that a run used can be used now. */
export function isAvailable(id: string): boolean {
  return id === DEMO_ID || (id.startsWith('env/') && hasEndpoint(env()));
}

/**
 * Finds a model by `connection/model`, or by a model id of the default connection.
 * @throws AppError `unknown_model`
 */
export async function resolveModel(reference = defaultModelId()): Promise<ResolvedModel> {
  if (reference === DEMO_ID || reference === 'demo') {
    return { id: DEMO_ID, model: demoModel(), demo: true, secrets: [] };
  }
  if (!hasEndpoint(env())) {
    throw new AppError(
      'unknown_model',
      `There is no model "${reference}": no model endpoint is configured.`,
      `Set OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL, or use "${DEMO_ID}".`,
    );
  }
  const name = reference.startsWith('env/') ? reference.slice('env/'.length) : reference;
  if (!name) throw new AppError('unknown_model', 'The model name is empty.');
  const { apiKey, baseUrl } = env().openai;
  return {
    id: `env/${name}`,
    model: await endpointModel(name, apiKey, baseUrl ?? OPENAI_URL),
    demo: false,
    secrets: apiKey ? [apiKey] : [],
  };
}

async function endpointModel(
  name: string,
  apiKey: string | undefined,
  baseURL: string,
): Promise<LanguageModelV4> {
  if (new URL(baseURL).hostname === new URL(OPENAI_URL).hostname) {
    // Loaded only here: at its import the package reads OPENAI_BASE_URL, and throws when it is empty.
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ baseURL, apiKey: apiKey ?? '', fetch: providerFetch })(name);
  }
  const provider = createOpenAICompatible({
    name: 'env',
    baseURL,
    includeUsage: true,
    fetch: providerFetch,
    ...(apiKey ? { apiKey } : {}),
  });
  return wrapLanguageModel({
    model: provider(name),
    middleware: extractReasoningMiddleware({ tagName: 'think' }),
  });
}
