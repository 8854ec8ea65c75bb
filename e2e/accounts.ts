import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext, APIResponse, Browser, Page } from '@playwright/test';
import type { App } from './app.ts';
import { ChatPage } from './chat-page.ts';
import { expect } from './fixtures.ts';

export const PASSWORD = 'a long password';

/** Somebody with a browser of their own. */
export interface Visitor {
  page: Page;
  chat: ChatPage;
  /** Sends with the cookies of that browser. */
  request: APIRequestContext;
}

export async function visit(browser: Browser, app: App): Promise<Visitor> {
  const context = await browser.newContext({ locale: 'en-US', baseURL: app.url });
  const page = await context.newPage();
  return { page, chat: new ChatPage(page, app.url), request: context.request };
}

/** The setup link that the server printed last. */
export function setupPath(app: App): string {
  const found = [...app.log().matchAll(/\/setup\?code=[\w-]+/g)].at(-1)?.[0];
  if (!found) throw new Error(`No setup link in the log:\n${app.log()}`);
  return found;
}

/** Makes the owner's account without its page. */
export async function becomeOwner(browser: Browser, app: App): Promise<Visitor> {
  const owner = await visit(browser, app);
  const code = setupPath(app).split('=')[1];
  const data = { code, name: 'Ada', password: PASSWORD };
  expect((await owner.request.post('/api/access/setup', { data })).status()).toBe(201);
  return owner;
}

/** Makes a member's account without its page. */
export async function becomeMember(
  browser: Browser,
  app: App,
  owner: Visitor,
  name: string,
): Promise<Visitor> {
  const { path: link } = await (await owner.request.post('/api/access/invites')).json();
  const member = await visit(browser, app);
  const data = { token: link.replace('/invite/', ''), name, password: PASSWORD };
  expect((await member.request.post('/api/access/join', { data })).status()).toBe(201);
  return member;
}

export interface ApiRoute {
  method: string;
  /** With the names of its parameters in brackets. */
  path: string;
}

/** Every route that is on disk. */
export function apiRoutes(): ApiRoute[] {
  const root = path.resolve(import.meta.dirname, '..', 'app');
  return readdirSync(path.join(root, 'api'), { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'route.ts')
    .flatMap((file) => {
      const text = readFileSync(path.join(root, 'api', file), 'utf8');
      const methods = text.matchAll(/^export (?:const|(?:async )?function) ([A-Z]+)\b/gm);
      return [...methods].map(([, method = '']) => ({
        method,
        path: `/api/${path.dirname(file)}`,
      }));
    });
}

export function ask(
  request: APIRequestContext,
  { method, path: asked }: ApiRoute,
): Promise<APIResponse> {
  const data = method === 'GET' ? undefined : {};
  return request.fetch(asked, { method, data, maxRedirects: 0 });
}

export async function codeOf(response: APIResponse): Promise<string | undefined> {
  const body = await response.json().catch(() => undefined);
  return body?.error?.code;
}
