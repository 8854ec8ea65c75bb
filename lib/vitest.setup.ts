import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

// Each test file has a data directory of its own, and no model endpoint.
const folder = mkdtempSync(path.join(os.tmpdir(), 'loupe-test-'));
process.env.LOUPE_DATA = folder;
for (const name of ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL']) delete process.env[name];

afterAll(() => rmSync(folder, { recursive: true, force: true }));
