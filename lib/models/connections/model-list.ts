import type { Price } from '#lib/events/api';
import { singleton } from '#lib/singleton';
import { classify, networkCode, parsed, toFailure, unreachable } from '../classify.ts';
import { ProviderFailure } from '../failure.ts';
import { providerFetch } from '../provider-fetch.ts';
import { endpointUrl } from './base-url.ts';
import { type Connection, headersOf } from './connections.ts';

/** A model as its endpoint lists it. */
export interface ListedModel {
  id: string;
  /** In tokens. */
  contextSize?: number;
  price?: Price;
}

const TIMEOUT_MS = 8000;
const FRESH_MS = 60_000;

interface Listed {
  at: number;
  models: ListedModel[];
}

const cache = () => singleton('models.listed', () => new Map<string, Listed>());
const keyOf = ({ id, baseUrl }: Connection) => `${id} ${baseUrl}`;

/** What the endpoint listed last; empty when it was not asked yet. */
export function knownModels(connection: Connection): ListedModel[] {
  return cache().get(keyOf(connection))?.models ?? [];
}

/**
 * The models that an endpoint offers, at most a minute old.
 * @throws ProviderFailure
 */
export async function fetchModels(connection: Connection): Promise<ListedModel[]> {
  const known = cache().get(keyOf(connection));
  if (known && Date.now() - known.at < FRESH_MS) return known.models;
  const models = await ask(connection);
  cache().set(keyOf(connection), { at: Date.now(), models });
  return models;
}

async function ask(connection: Connection): Promise<ListedModel[]> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    const response = await providerFetch(endpointUrl(connection.baseUrl, '/models'), {
      headers: headersOf(connection),
      redirect: 'manual',
      signal: controller.signal,
    });
    const body = parsed(await response.text());
    if (!response.ok) throw classify({ body, status: response.status, headers: response.headers });
    const data =
      (body as { data?: unknown; models?: unknown } | null)?.data ??
      (body as { models?: unknown } | null)?.models;
    if (!Array.isArray(data)) throw classify({ body });
    return data.flatMap(listedModel);
  } catch (error) {
    if (controller.signal.aborted) {
      throw new ProviderFailure('timeout', {
        words: `No list of models within ${TIMEOUT_MS / 1000} s.`,
      });
    }
    const code = networkCode(error);
    throw code ? unreachable(code, error) : toFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Sizes and prices stand in another field at each provider. */
function listedModel(entry: unknown): ListedModel[] {
  if (typeof entry === 'string') return [{ id: entry }];
  const fields = (entry ?? {}) as Record<string, unknown>;
  const id = fields.id ?? fields.name ?? fields.model;
  if (typeof id !== 'string' || !id) return [];
  const meta = (fields.meta ?? fields.top_provider ?? {}) as Record<string, unknown>;
  const contextSize = [
    fields.context_length,
    fields.context_window,
    fields.max_model_len,
    fields.loaded_context_length,
    fields.max_context_length,
    meta.context_length,
    meta.n_ctx,
    meta.n_ctx_train,
  ]
    .map(Number)
    .find((size) => Number.isInteger(size) && size > 0);
  const price = priceOf(fields.pricing);
  return [{ id, ...(contextSize ? { contextSize } : {}), ...(price ? { price } : {}) }];
}

/** OpenRouter's form: dollars per token, as texts. */
function priceOf(value: unknown): Price | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { prompt, completion, input_cache_read: cached } = value as Record<string, unknown>;
  const perMillion = (amount: unknown) =>
    amount === undefined || amount === '' ? Number.NaN : Math.round(Number(amount) * 1e12) / 1e6;
  const input = perMillion(prompt);
  const output = perMillion(completion);
  if (!(input >= 0 && output >= 0)) return undefined;
  return { input, output, ...(perMillion(cached) >= 0 ? { cached: perMillion(cached) } : {}) };
}
