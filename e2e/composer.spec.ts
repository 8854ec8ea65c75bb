import { expect, test } from './fixtures.ts';

test('the Enter that takes a word from an input method does not send (d21)', async ({
  chat,
  page,
  modelServer,
}) => {
  modelServer.script('echo', () => 'Got it.');
  await chat.open();
  await chat.composer.fill('日本');
  const enter = (init: { isComposing: boolean; keyCode: number }) =>
    chat.composer.evaluate((element, given) => {
      const event = new KeyboardEvent('keydown', {
        ...given,
        key: 'Enter',
        bubbles: true,
        cancelable: true,
      });
      Object.defineProperty(event, 'keyCode', { value: given.keyCode });
      element.dispatchEvent(event);
    }, init);
  await enter({ isComposing: true, keyCode: 229 });
  // Safari ends the composition first and tells by the key code alone.
  await enter({ isComposing: false, keyCode: 229 });
  await expect(chat.composer).toHaveValue('日本');
  await expect(chat.userMessages).toHaveCount(0);
  await chat.composer.press('Shift+Enter');
  await expect(chat.composer).toHaveValue('日本\n');
  await chat.composer.press('Enter');
  await expect(chat.userMessages).toHaveCount(1);
  await chat.waitForEnd();
  expect(modelServer.requests).toHaveLength(1);
  await expect(page).toHaveURL(/\/c\//);
});

test('a draft outlives a reload, and a refused message comes back', async ({ chat, page }) => {
  await chat.open();
  const long = 'word '.repeat(20_001);
  await chat.composer.fill(long);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'too long' })).toBeVisible();
  expect(await chat.composer.inputValue()).toBe(long);
  await expect(chat.userMessages).toHaveCount(0);
  await chat.composer.fill('hello');
  await chat.send('hello');
  await chat.waitForEnd();
  await chat.composer.fill('half a thought');
  await page.reload();
  await expect(chat.composer).toHaveValue('half a thought');
});

test('a server that has gone leaves the text with the person', async ({ launch, chatAt, page }) => {
  const app = await launch();
  const chat = chatAt(app);
  await chat.open();
  await chat.composer.fill('do not lose me');
  await app.stop();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
  await expect(chat.composer).toHaveValue('do not lose me');
});

test('chats are renamed, found and deleted in the list', async ({
  launch,
  chatAt,
  page,
  modelServer,
}) => {
  modelServer.script('echo', () => 'Fine.');
  const chat = chatAt(await launch());
  await chat.open();
  await chat.send('about apples');
  await chat.waitForEnd();
  await chat.newChat();
  await chat.send('about pears');
  await chat.waitForEnd();
  const list = page.getByRole('navigation');
  // The list follows a little later; until then it would move away from under the pointer.
  await expect(list.getByRole('listitem')).toHaveText(['about pears', 'about apples']);
  await list.getByRole('link', { name: 'about apples' }).hover();
  await list.getByRole('button', { name: 'Rename: about apples' }).click();
  await list.getByRole('textbox', { name: 'Rename' }).fill('All about apples');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('link', { name: 'All about apples' })).toBeVisible();
  await list.getByRole('searchbox').fill('pears');
  await expect(list.getByRole('link', { name: 'All about apples' })).toBeHidden();
  await expect(list.getByRole('link', { name: 'about pears' })).toBeVisible();
  await list.getByRole('searchbox').fill('');
  await list.getByRole('button', { name: 'Delete: All about apples' }).focus();
  await page.keyboard.press('Enter');
  await list.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(list.getByRole('link', { name: 'All about apples' })).toBeHidden();
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveCount(1);
});
