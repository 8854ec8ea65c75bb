import path from 'node:path';
import { expect, it } from 'vitest';
import { parseEnv } from './env.ts';

it('has defaults that work without any setting', () => {
  expect(parseEnv({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: path.resolve('.loupe'),
    allowedHosts: [],
    access: 'open',
    bashTimeoutMs: 60_000,
    modelTimeouts: { firstByteMs: 600_000, stallMs: 180_000, stepMs: 1_800_000 },
    localModelUrls: ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:1234/v1'],
    leaseMs: 30_000,
    maxRuns: 200,
    mcpServers: {},
    openai: {},
  });
});

it('takes an empty variable for an absent one', () => {
  expect(parseEnv({ PORT: '', OPENAI_BASE_URL: '', OPENAI_API_KEY: '' })).toEqual(parseEnv({}));
});

it('reads what is set', () => {
  const env = parseEnv({
    PORT: '8080',
    HOST: '0.0.0.0',
    LOUPE_DATA: '/data',
    LOUPE_ALLOWED_HOSTS: 'Agent.example, other.example',
    LOUPE_BASH_TIMEOUT: '2.5',
    OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1',
  });
  expect(env).toMatchObject({
    port: 8080,
    allowedHosts: ['agent.example', 'other.example'],
    bashTimeoutMs: 2500,
    openai: { baseUrl: 'http://127.0.0.1:8000/v1' },
  });
});

it('names every bad variable', () => {
  expect(() => parseEnv({ PORT: 'abc', OPENAI_BASE_URL: 'not a url' })).toThrow(
    /PORT: [\s\S]*OPENAI_BASE_URL: /,
  );
});

it('reads MCP servers', () => {
  const servers = {
    files: { url: 'http://127.0.0.1:9000/mcp' },
    'git_hub-2': { url: 'https://mcp.example/mcp', headers: { Authorization: 'Bearer s3cret' } },
  };
  expect(parseEnv({ LOUPE_MCP_SERVERS: JSON.stringify(servers) }).mcpServers).toEqual({
    files: { url: 'http://127.0.0.1:9000/mcp', headers: {} },
    'git_hub-2': servers['git_hub-2'],
  });
});

it.each([
  ['{"a": {"url": "http://x/", "headers": {"k": "s3cret"', 'LOUPE_MCP_SERVERS: not valid JSON'],
  ['[]', 'LOUPE_MCP_SERVERS: '],
  ['{"Files": {"url": "http://x/"}}', 'LOUPE_MCP_SERVERS.Files: a name has 1 to 32 of a-z'],
  [`{"${'a'.repeat(33)}": {"url": "http://x/"}}`, 'a name has 1 to 32 of a-z'],
  ['{"a": {"url": "ftp://x/"}}', 'LOUPE_MCP_SERVERS.a.url: '],
  ['{"a": {"url": "http://me:s3cret@x/"}}', 'LOUPE_MCP_SERVERS.a.url: put user and password'],
  ['{"a": {"url": "http://x/", "header": {}}}', 'Unrecognized key: "header"'],
  ['{"a": {"url": "http://x/", "headers": {"k": "s3cret\\n"}}}', 'headers.k: not a header value'],
  ['{"a": {"url": "http://x/", "headers": {"k 1": "s3cret"}}}', 'headers.k 1: not a header name'],
])('says what is wrong with %j without telling a secret', (text, message) => {
  const parse = () => parseEnv({ LOUPE_MCP_SERVERS: text });
  expect(parse).toThrow(message);
  expect(parse).not.toThrow('s3cret');
});

it.each([
  ['127.0.0.1', '', 'open'],
  ['localhost', '', 'open'],
  ['::1', '', 'open'],
  ['0.0.0.0', '', 'accounts'],
  ['127.0.0.1.example', '', 'accounts'],
  ['0.0.0.0', 'open', 'open'],
  ['127.0.0.1', 'accounts', 'accounts'],
])('on %s with LOUPE_ACCESS "%s" access is %s', (HOST, LOUPE_ACCESS, access) => {
  expect(parseEnv({ HOST, LOUPE_ACCESS }).access).toBe(access);
});

it('asks for accounts on loopback too when a proxy stands before it', () => {
  const LOUPE_ALLOWED_HOSTS = 'chat.example';
  expect(parseEnv({ LOUPE_ALLOWED_HOSTS }).access).toBe('accounts');
  expect(parseEnv({ LOUPE_ALLOWED_HOSTS: 'localhost' }).access).toBe('open');
  expect(parseEnv({ LOUPE_ALLOWED_HOSTS, LOUPE_ACCESS: 'open' }).access).toBe('open');
});
