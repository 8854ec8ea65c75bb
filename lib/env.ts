import path from 'node:path';
import { z } from 'zod';

const seconds = (fallback: number) => z.coerce.number().positive().max(3600).default(fallback);

const MCP_NAME = /^[a-z0-9_-]{1,32}$/;
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// What `fetch` would refuse with a message that carries the value, which may be a secret.
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

const record = <Value extends z.ZodType>(key: RegExp, badKey: string, value: Value) =>
  z.record(z.string().regex(key), value, {
    error: (issue) => (issue.code === 'invalid_key' ? badKey : undefined),
  });

const mcpServers = record(
  MCP_NAME,
  'a name has 1 to 32 of a-z, 0-9, "_" and "-"',
  z.strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .refine((url) => !/^[^/]*\/\/[^/?#]*@/.test(url), 'put user and password into "headers"'),
    headers: record(
      HEADER_NAME,
      'not a header name',
      z.string().regex(HEADER_VALUE, 'not a header value'),
    ).default({}),
  }),
);

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  LOUPE_DATA: z.string().min(1).default('./.loupe'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LOUPE_LEASE: z.coerce.number().min(2).max(600).default(30),
  LOUPE_MAX_RUNS: z.coerce.number().int().min(1).max(1000).default(200),
  LOUPE_ALLOWED_HOSTS: z.string().default(''),
  LOUPE_ACCESS: z.enum(['open', 'accounts']).optional(),
  LOUPE_BASH_TIMEOUT: seconds(60),
  LOUPE_FIRST_BYTE_TIMEOUT: seconds(600),
  LOUPE_STALL_TIMEOUT: seconds(180),
  LOUPE_STEP_TIMEOUT: seconds(1800),
  LOUPE_SECRET: z.string().min(16, 'at least 16 characters').optional(),
  LOUPE_LOCAL_MODELS: z.string().default('http://127.0.0.1:11434/v1,http://127.0.0.1:1234/v1'),
  LOUPE_MCP_SERVERS: z.string().default('{}').transform(parseJson).pipe(mcpServers),
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
  /** A PostgreSQL that instances share; absent: an SQLite file in the data directory. */
  databaseUrl: string | undefined;
  /** How long the owner of a run is taken to be alive after its last sign. */
  leaseMs: number;
  /** How many runs one instance drives at a time when instances share a database. */
  maxRuns: number;
  /** Host names, besides loopback and IP addresses, that a request may use. */
  allowedHosts: readonly string[];
  /** `open`: whoever reaches the server may do everything; `accounts`: people sign in. */
  access: 'open' | 'accounts';
  bashTimeoutMs: number;
  /** Limits of one model call: until it begins to answer, between two reads, and in all. */
  modelTimeouts: { firstByteMs: number; stallMs: number; stepMs: number };
  /** Seals the keys of connections; a generated file in the data directory does when absent. */
  secret: string | undefined;
  /** Where to look for model servers on this machine. */
  localModelUrls: readonly string[];
  /** Servers whose tools the agent may use, by name. Their headers are secrets. */
  mcpServers: Readonly<Record<string, McpServerSettings>>;
  openai: { apiKey?: string; baseUrl?: string; model?: string };
}

export interface McpServerSettings {
  url: string;
  headers: Readonly<Record<string, string>>;
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
  const allowedHosts = values.LOUPE_ALLOWED_HOSTS.split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean);
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    dataDir: path.resolve(/* turbopackIgnore: true */ values.LOUPE_DATA),
    databaseUrl: values.DATABASE_URL,
    leaseMs: values.LOUPE_LEASE * 1000,
    maxRuns: values.LOUPE_MAX_RUNS,
    allowedHosts,
    access: values.LOUPE_ACCESS ?? (isOnlyHere(values.HOST, allowedHosts) ? 'open' : 'accounts'),
    bashTimeoutMs: values.LOUPE_BASH_TIMEOUT * 1000,
    modelTimeouts: {
      firstByteMs: values.LOUPE_FIRST_BYTE_TIMEOUT * 1000,
      stallMs: values.LOUPE_STALL_TIMEOUT * 1000,
      stepMs: values.LOUPE_STEP_TIMEOUT * 1000,
    },
    secret: values.LOUPE_SECRET,
    localModelUrls: values.LOUPE_LOCAL_MODELS.split(',')
      .map((url) => url.trim().replace(/\/+$/, ''))
      .filter((url) => URL.canParse(url)),
    mcpServers: values.LOUPE_MCP_SERVERS,
    openai: {
      apiKey: values.OPENAI_API_KEY,
      baseUrl: values.OPENAI_BASE_URL,
      model: values.OPENAI_MODEL,
    },
  });
}

/** Whether nobody but this machine is meant to reach the server: a further name is that of a proxy before it. */
function isOnlyHere(host: string, allowedHosts: readonly string[]): boolean {
  return [host, ...allowedHosts].every(isLoopback);
}

/** Whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/** The parser's own message would quote the text, and with it the headers. */
function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'not valid JSON' });
    return z.NEVER;
  }
}

let parsed: Env | undefined;

/** The environment of this process. */
export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}
