import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeEach, inject } from 'vitest';

// Each test file has a data directory of its own, and no model endpoint.
const folder = mkdtempSync(path.join(os.tmpdir(), 'loupe-test-'));
process.env.LOUPE_DATA = folder;
for (const name of [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'OPENAI_MODEL',
  'DATABASE_URL',
  'LOUPE_MCP_SERVERS',
  'LOUPE_ACCESS',
]) {
  delete process.env[name];
}
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// On PostgreSQL each has a database of its own.
if (process.env.LOUPE_TEST_ENGINE === 'postgres') {
  const url = inject('postgresUrl');
  if (url) {
    const name = path.basename(folder).toLowerCase().replace(/\W/g, '_');
    const admin = new pg.Client({ connectionString: `${url}/postgres` });
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    process.env.DATABASE_URL = `${url}/${name}`;
  } else beforeEach((test) => test.skip());
}
