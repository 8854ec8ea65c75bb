import { test as base, expect, type TestInfo } from '@playwright/test';
import { type App, type AppOptions, startApp } from './app.ts';
import { ChatPage } from './chat-page.ts';
import { type ModelServer, type ModelServerOptions, startModelServer } from './model-server.ts';

export { expect } from '@playwright/test';

const KEY = 'test-key';

interface WorkerFixtures {
  /** Set with `test.use` to get a model server of another kind. */
  modelServerOptions: ModelServerOptions;
  /** Reset before each test. */
  modelServer: ModelServer;
  /** The apps that live as long as the worker. */
  apps: App[];
  /** Connected to the model server; its default model is `echo`. */
  app: App;
  /** Without a key: it talks to the demo model. */
  demoApp: App;
}

interface TestFixtures {
  /** Starts an app for one test, connected to the model server, which the test may kill. */
  launch: (options?: AppOptions) => Promise<App>;
  /** The test's page, as a page of an app that it launched. */
  chatAt: (app: App) => ChatPage;
  /** A page of `app`. */
  chat: ChatPage;
  /** A page of `demoApp`. */
  demoChat: ChatPage;
  guard: undefined;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  modelServerOptions: [{ requireKey: KEY }, { scope: 'worker', option: true }],
  modelServer: [
    async ({ modelServerOptions }, use) => {
      const server = await startModelServer(modelServerOptions);
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  apps: [[], { scope: 'worker' }],
  app: [
    async ({ apps, modelServer }, use) => {
      const app = await startApp({ env: connectTo(modelServer) });
      apps.push(app);
      await use(app);
      await app.dispose();
    },
    { scope: 'worker' },
  ],
  demoApp: [
    async ({ apps }, use) => {
      const app = await startApp();
      apps.push(app);
      await use(app);
      await app.dispose();
    },
    { scope: 'worker' },
  ],

  launch: async ({ modelServer }, use, testInfo) => {
    const launched: App[] = [];
    await use(async ({ env, dataDir } = {}) => {
      const app = await startApp({ env: { ...connectTo(modelServer), ...env }, dataDir });
      launched.push(app);
      return app;
    });
    await attachLogs(testInfo, launched);
    for (const app of launched) await app.dispose();
  },
  chatAt: async ({ page }, use) => {
    await use((app) => new ChatPage(page, app.url));
  },
  chat: async ({ page, app }, use) => {
    await use(new ChatPage(page, app.url));
  },
  demoChat: async ({ page, demoApp }, use) => {
    await use(new ChatPage(page, demoApp.url));
  },

  guard: [
    async ({ apps, modelServer }, use, testInfo) => {
      modelServer.reset();
      await use(undefined);
      await attachLogs(testInfo, apps);
      // Whatever a test does, what the app sends keeps the rules of the protocol.
      const violations = modelServer.requests.flatMap((each) => each.violations);
      expect(violations, 'rules that the requests broke').toEqual([]);
    },
    { auto: true },
  ],
});

function connectTo(server: ModelServer): Record<string, string> {
  return { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: KEY, OPENAI_MODEL: 'echo' };
}

async function attachLogs(testInfo: TestInfo, apps: readonly App[]): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return;
  for (const app of apps) {
    await testInfo.attach(`log of ${app.url}`, { body: app.log(), contentType: 'text/plain' });
  }
}
