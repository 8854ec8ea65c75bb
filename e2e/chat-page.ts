import { expect, type Locator, type Page } from '@playwright/test';

// Every name of the face that the tests rely on.
const NAMES = {
  composer: 'Message',
  send: 'Send',
  stop: /^Stop/,
  continue: /^Continue/,
  newChat: /^New chat/,
  options: /^Options/,
  maxSteps: /^Max steps/,
  model: 'Model',
  steps: 'Steps',
  answer: 'Answer',
  userMessage: /^You\b/,
  assistantMessage: /^Assistant\b/,
};

/** A chat as a person sees and uses it: everything is found by role and accessible name. */
export class ChatPage {
  readonly page: Page;
  readonly url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
  }

  /** Opens the empty page, or the chat with this id. */
  async open(chatId?: string): Promise<void> {
    await this.page.goto(chatId === undefined ? this.url : `${this.url}/c/${chatId}`);
    await expect(this.composer).toBeVisible();
  }

  /** The id of the chat that is open. */
  chatId(): string {
    const id = /\/c\/([\w-]+)/.exec(this.page.url())?.[1];
    if (!id) throw new Error(`No chat is open at ${this.page.url()}.`);
    return id;
  }

  get composer(): Locator {
    return this.page.getByRole('textbox', { name: NAMES.composer });
  }
  get stopButton(): Locator {
    return this.page.getByRole('button', { name: NAMES.stop });
  }
  get continueButton(): Locator {
    return this.page.getByRole('button', { name: NAMES.continue });
  }
  get userMessages(): Locator {
    return this.page.getByRole('article', { name: NAMES.userMessage });
  }
  get assistantMessages(): Locator {
    return this.page.getByRole('article', { name: NAMES.assistantMessage });
  }

  /** The text of the last answer, without its steps. */
  answer(): Locator {
    return this.assistantMessages.last().getByRole('group', { name: NAMES.answer });
  }

  /** The steps of the last answer, in order. */
  stepRows(): Locator {
    return this.assistantMessages
      .last()
      .getByRole('list', { name: NAMES.steps })
      .getByRole('listitem');
  }

  /** A row of the last answer's steps, by the sentence that it is named with. */
  row(name: RegExp): Locator {
    return this.assistantMessages.last().getByRole('button', { name }).first();
  }

  /** Opens the summary that a finished run folds into, if it is closed. */
  async showSteps(): Promise<void> {
    const summary = this.row(/^Worked for/);
    await expect(summary).toBeVisible();
    if ((await summary.getAttribute('aria-expanded')) !== 'true') await summary.click();
  }

  /** Opens a chat from the list by its title. */
  async openFromList(title: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: title }).click();
    await expect(this.page).toHaveURL(/\/c\//);
  }

  async newChat(): Promise<void> {
    await this.page.getByRole('link', { name: NAMES.newChat }).click();
    await expect(this.userMessages).toHaveCount(0);
  }

  /** Sends a message and waits until its answer has begun. */
  async send(text: string): Promise<void> {
    const answers = await this.assistantMessages.count();
    await this.composer.fill(text);
    await this.page.getByRole('button', { name: NAMES.send, exact: true }).click();
    await expect(this.assistantMessages).toHaveCount(answers + 1);
    await expect(this.page).toHaveURL(/\/c\//);
  }

  /** Opens the card whose row has this name, if it is closed, and returns its body. */
  async openCard(name: string | RegExp): Promise<Locator> {
    const row = this.assistantMessages.last().getByRole('button', { name }).first();
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    const id = await row.getAttribute('aria-controls');
    return this.page.locator(`[id="${id}"]`);
  }

  async stop(): Promise<void> {
    await this.stopButton.click();
  }

  /** Gives the last run a new budget and waits until it goes on. */
  async continue(): Promise<void> {
    await this.continueButton.click();
    await expect(this.continueButton).toBeHidden();
  }

  async setMaxSteps(steps: number): Promise<void> {
    await this.page.getByRole('button', { name: NAMES.options }).click();
    await this.page.getByRole('spinbutton', { name: NAMES.maxSteps }).fill(String(steps));
    await this.page.keyboard.press('Escape');
  }

  async chooseModel(id: string): Promise<void> {
    await this.page.getByRole('button', { name: NAMES.options }).click();
    await this.page.getByRole('combobox', { name: NAMES.model }).selectOption(id);
  }

  /** Waits until no run is on in this chat. */
  async waitForEnd(timeoutMs = 30_000): Promise<void> {
    await expect(this.stopButton).toBeHidden({ timeout: timeoutMs });
    await expect(this.page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: timeoutMs });
  }
}
