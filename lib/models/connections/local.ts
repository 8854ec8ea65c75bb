import { env } from '#lib/env';
import { singleton } from '#lib/singleton';
import { providerFetch } from '../provider-fetch.ts';
import { endpointUrl } from './base-url.ts';
import type { Connection } from './connections.ts';

const PROBE_MS = 700;
const FRESH_MS = 30_000;
const NAMES: Record<string, { id: string; label: string }> = {
  '11434': { id: 'ollama', label: 'Ollama' },
  '1234': { id: 'lm-studio', label: 'LM Studio' },
};

interface Found {
  at: number;
  connections: Promise<Connection[]>;
}

const cache = () => singleton('models.local', () => ({ found: undefined as Found | undefined }));

/**
 * Model servers that answer on this machine (Ollama, LM Studio), as they were found last. They are looked
 * for at most every 30 s, and only the first caller waits for it.
 */
export function localConnections(): Promise<Connection[]> {
  const known = cache();
  const last = known.found;
  if (last && Date.now() - last.at <= FRESH_MS) return last.connections;
  const connections = look();
  const at = Date.now();
  known.found = { at, connections: last?.connections ?? connections };
  void connections.then(() => {
    known.found = { at, connections };
  });
  return known.found.connections;
}

async function look(): Promise<Connection[]> {
  const found = await Promise.all(env().localModelUrls.map(probe));
  return found.flat();
}

async function probe(baseUrl: string): Promise<Connection[]> {
  const models = await firstModel(baseUrl);
  if (models === undefined) return [];
  const { port, host } = new URL(baseUrl);
  const name = NAMES[port] ?? { id: `local-${port}`, label: host };
  return [
    { ...name, baseUrl, headers: {}, origin: 'local', ...(models ? { defaultModel: models } : {}) },
  ];
}

/** The first model of a server; empty when it has none, undefined when nothing answers there. */
async function firstModel(baseUrl: string): Promise<string | undefined> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PROBE_MS);
  try {
    const response = await providerFetch(endpointUrl(baseUrl, '/models'), {
      signal: controller.signal,
    });
    const body: unknown = await response.json();
    const data = (body as { data?: unknown }).data;
    if (!response.ok || !Array.isArray(data)) return undefined;
    const id = (data[0] as { id?: unknown } | undefined)?.id;
    return typeof id === 'string' ? id : '';
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
