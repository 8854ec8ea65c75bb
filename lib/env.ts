import path from 'node:path';
import { z } from 'zod';

const seconds = (fallback: number) => z.coerce.number().positive().max(3600).default(fallback);

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  LOUPE_DATA: z.string().min(1).default('./.loupe'),
  LOUPE_ALLOWED_HOSTS: z.string().default(''),
  LOUPE_BASH_TIMEOUT: seconds(60),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_MODEL: z.string().min(1).optional(),
});

/** Every environment variable that Loupe reads, parsed once and frozen. */
export interface Env {
  port: number;
  host: string;
  /** Absolute path of the data directory. */
  dataDir: string;
  /** Host names, besides loopback and IP addresses, that a request may use. */
  allowedHosts: readonly string[];
  bashTimeoutMs: number;
  openai: { apiKey?: string; baseUrl?: string; model?: string };
}

/**
 * Parses the environment; an empty variable counts as absent.
 * @throws Error that names each bad variable and what is wrong with it.
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(present);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Bad configuration in the environment:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    dataDir: path.resolve(/* turbopackIgnore: true */ values.LOUPE_DATA),
    allowedHosts: values.LOUPE_ALLOWED_HOSTS.split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
    bashTimeoutMs: values.LOUPE_BASH_TIMEOUT * 1000,
    openai: {
      apiKey: values.OPENAI_API_KEY,
      baseUrl: values.OPENAI_BASE_URL,
      model: values.OPENAI_MODEL,
    },
  });
}

let parsed: Env | undefined;

/** The environment of this process. */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}
