import { expect, test } from './fixtures.ts';

test('the empty page opens without errors and is ready for a message', async ({ chat, page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await chat.open();
  await expect(chat.composer).toBeEditable();
  await expect(chat.userMessages).toHaveCount(0);
  expect(errors).toEqual([]);
});
