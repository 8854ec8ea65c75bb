import { type Postgres, startPostgres } from '../bin/postgres.mjs';
import { answerOf, post, readChat, startRun } from './api.ts';
import type { App } from './app.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { ChatPage } from './chat-page.ts';
import { conversation } from './conversation.ts';
import { expect, test } from './fixtures.ts';
import { positionOf } from './model-server/request.ts';
import { call, slowly } from './model-server.ts';

// Two instances on one PostgreSQL, behind a load balancer that sends each request to the next one.
interface Cluster {
  postgres: Postgres;
  apps: App[];
  proxy: Balancer;
  /** For requests to the balancer. */
  front: App;
}

const cluster = test.extend<{ cluster: Cluster | undefined }>({
  cluster: async ({ launch }, use) => {
    const postgres = await startPostgres();
    if (!postgres) return use(undefined);
    const env = { DATABASE_URL: `${postgres.url}/postgres` };
    // At once, so that they meet in the migrations.
    const apps = await Promise.all([launch({ env }), launch({ env })]);
    const proxy = await startBalancer(apps.map((app) => app.url));
    const [first] = apps;
    await use({ postgres, apps, proxy, front: { ...(first as App), url: proxy.url } });
    await proxy.close();
    await Promise.all(apps.map((app) => app.dispose()));
    await postgres.stop();
  },
});

async function ownerOf(apps: readonly App[]): Promise<App | undefined> {
  for (const app of apps) {
    const health = await fetch(`${app.url}/api/health`).then((answer) => answer.json());
    if (health.activeRuns > 0) return app;
  }
  return undefined;
}

cluster(
  'viewers of both instances see the same, and each can steer and stop',
  async ({ cluster, browser, modelServer }) => {
    test.skip(!cluster, 'There is no PostgreSQL here.');
    if (!cluster) return;
    const { apps, front } = cluster;
    const steered = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    modelServer.script('paced', async function* (request) {
      const { turn, users } = positionOf(request);
      if (users === 1 && turn === 1) {
        yield* slowly('I look at the file first.', 20);
        await steered.promise;
        yield call('bash', { command: 'echo looked' });
      } else if (users === 2) {
        yield* slowly('You steered me, so I count: one two three', 30);
        await gate.promise;
      }
    });
    const pages = await Promise.all(
      apps.map(async (app) => new ChatPage(await browser.newPage(), app.url)),
    );
    const [a, b] = pages as [ChatPage, ChatPage];
    await a.open();
    await a.chooseModel('env/paced');
    await a.send('Do it');
    await b.open(a.chatId());
    await expect(b.page.getByText('2 are looking at this chat')).toBeAttached();
    await expect(a.page.getByText('2 are looking at this chat')).toBeAttached();
    const chat = await readChat(front, a.chatId());
    const runId = chat.runs[0]?.id ?? '';

    const answer = await post(front, `/api/runs/${runId}/steer`, { message: 'Count instead' });
    expect(answer.status).toBe(202);
    steered.resolve();
    for (const page of pages) {
      await expect(page.page.getByText('You steered me, so I count: one two three')).toBeVisible();
      await expect(page.page.getByRole('button', { name: /^You steered/ })).toBeVisible();
    }
    await expect
      .poll(async () => (await conversation(a.page)) === (await conversation(b.page)))
      .toBe(true);

    // From whichever instance does not drive it.
    const owner = await ownerOf(apps);
    const other = apps.find((app) => app !== owner) as App;
    const asked = Date.now();
    await post(other, `/api/runs/${runId}/stop`);
    expect(Date.now() - asked).toBeLessThan(5000);
    for (const page of pages) await expect(page.page.getByText('Stopped.')).toBeVisible();
    await modelServer.waitFor((request) => request.state === 'aborted');
    await expect
      .poll(async () => (await conversation(a.page)) === (await conversation(b.page)))
      .toBe(true);
    gate.resolve();
    for (const page of pages) await page.page.close();
  },
);

cluster(
  'the other instance takes over what a killed one drove, within 45 seconds',
  async ({ cluster, page, modelServer }) => {
    test.skip(!cluster, 'There is no PostgreSQL here.');
    if (!cluster) return;
    const { apps, front, proxy } = cluster;
    let asked = 0;
    modelServer.script('handed', async function* (request) {
      const { turn } = positionOf(request);
      if (turn === 1) {
        yield call('bash', { command: 'echo kept > kept.txt; cat kept.txt' });
        return;
      }
      asked++;
      yield* slowly('The file says kept. ', 20);
      if (asked === 1) yield { waitMs: 120_000 };
      yield* slowly('That was the end.', 20);
    });
    const { chatId } = await startRun(front, { message: 'Go', model: 'env/handed' });
    const chat = new ChatPage(page, proxy.url);
    await chat.open(chatId);
    await expect(page.getByText('The file says kept.')).toBeVisible();
    const owner = await ownerOf(apps);
    const killed = Date.now();
    await owner?.stop('SIGKILL');
    await expect(page.getByText('That was the end.')).toBeVisible({ timeout: 60_000 });
    expect(Date.now() - killed).toBeLessThan(45_000);
    await chat.showSteps();
    await expect(page.getByRole('button', { name: /^Interrupted draft/ })).toBeVisible();

    const after = await readChat(front, chatId);
    const message = after.messages.at(-1);
    expect(message && answerOf(message)).toBe('The file says kept. That was the end.');
    expect(asked).toBe(2);
    // The files came along: the new owner has another disk.
    modelServer.script('reader', (request) =>
      positionOf(request).turn === 1 ? [call('read_file', { path: 'kept.txt' })] : ['Read it.'],
    );
    await startRun(front, { id: chatId, message: 'Read it', model: 'env/reader' });
    await expect.poll(async () => (await readChat(front, chatId)).state).toBe('idle');
    expect(JSON.stringify((await readChat(front, chatId)).messages.at(-1))).toContain('kept\\n');
  },
);

cluster(
  'an instance that is told to end hands its runs over at once',
  async ({ cluster, modelServer }) => {
    test.skip(!cluster, 'There is no PostgreSQL here.');
    if (!cluster) return;
    const { apps, front } = cluster;
    let asked = 0;
    modelServer.script('handed', async function* () {
      asked++;
      yield* slowly('One moment. ', 20);
      if (asked === 1) yield { waitMs: 120_000 };
      yield 'Done.';
    });
    const { chatId } = await startRun(front, { message: 'Go', model: 'env/handed' });
    await modelServer.waitFor((request) => request.model === 'handed');
    const owner = await ownerOf(apps);
    await owner?.stop('SIGTERM');
    await expect
      .poll(async () => (await readChat(front, chatId)).state, { timeout: 20_000 })
      .toBe('idle');
    const message = (await readChat(front, chatId)).messages.at(-1);
    expect(message && answerOf(message)).toBe('One moment. Done.');
  },
);
