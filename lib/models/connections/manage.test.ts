import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase } from '#lib/store/db';
import { migrate } from '#lib/store/migrate';
import { DEFAULT_SWITCHES } from '../switches.ts';
import { addConnection, changeConnection } from './manage.ts';
import { readModelSettings, writeModelSettings } from './model-settings.ts';

beforeAll(migrate);
afterAll(closeDatabase);

it('forgets what an endpoint taught when the connection goes to another host, and only then', async () => {
  const { id } = await addConnection({ label: 'Mine', baseUrl: 'http://a.test/v1' });
  const switches = { ...DEFAULT_SWITCHES, tools: false };
  const report = { model: 'm', at: 1, rows: [] };
  await writeModelSettings(id, 'm', { switches, contextSize: 8000, report });
  await changeConnection(id, { baseUrl: 'http://a.test/v2', label: 'Ours' });
  expect((await readModelSettings(id)).get('m')).toMatchObject({ switches, report });
  await changeConnection(id, { baseUrl: 'http://b.test/v2' });
  expect((await readModelSettings(id)).get('m')).toEqual({ contextSize: 8000 });
});
