import { becomeMember, becomeOwner, PASSWORD, setupPath } from './accounts.ts';
import { expectAccessible, expectNoSidewaysScroll, looks } from './expect-look.ts';
import { expect, test } from './fixtures.ts';

// Between them both themes, both languages and both ends of the width.
const ENDS = looks.filter(({ name }) => name === 'dark, Chinese' || name === 'narrowest');

for (const { name, use } of ENDS) {
  test(`the pages of accounts are accessible and fit: ${name}`, async ({ browser, launch }) => {
    const app = await launch({ env: { LOUPE_ACCESS: 'accounts' } });
    const context = await browser.newContext({ ...use, baseURL: app.url });
    const page = await context.newPage();
    const look = async (path?: string) => {
      if (path) await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    };
    await look('/setup');
    await look(setupPath(app));
    const owner = await becomeOwner(browser, app);
    const mei = await becomeMember(
      browser,
      app,
      owner,
      'Mei with a name that is rather long for a row',
    );
    await look('/setup');
    await look('/sign-in');
    const { path } = await (await owner.request.post('/api/access/invites')).json();
    await look(path);
    await look('/invite/over');
    await page.goto('/sign-in');
    const [nameField, passwordField] = [
      page.locator('[name=name]'),
      page.locator('[name=password]'),
    ];
    await nameField.fill('Ada');
    await passwordField.fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.locator('form [role=alert]')).toBeVisible();
    await look();
    await passwordField.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${app.url}/`);
    await look('/settings');
    await page.getByRole('button', { name: /^(Invite somebody|邀请成员)$/ }).click();
    await expect(page.getByRole('textbox', { name: /^(Invitation link|邀请链接)$/ })).toBeVisible();
    await page.getByRole('button', { name: /^(Remove|移除) Mei/ }).click();
    await look();
    const message = { message: 'A chat for all', id: 'for-all' };
    await mei.request.post('/api/chat', { data: message });
    await mei.request.patch('/api/chat/for-all', { data: { visibility: 'team' } });
    await look('/c/for-all');
    const menu = page.getByRole('button', { name: /^(Open the list of chats|打开对话列表)$/ });
    if (await menu.isVisible()) await menu.click();
    await page.getByRole('button', { name: /^(Account of Ada|Ada 的账号)$/ }).click();
    await look();
    await context.close();
  });
}
