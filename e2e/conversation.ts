import type { Page } from '@playwright/test';

const BY_PAGE = ['id', 'aria-controls', 'aria-labelledby', 'aria-describedby', 'style'];

/** The messages as they stand in the page, without what differs by nature: ids, and times that were measured live. */
export function conversation(page: Page): Promise<string> {
  return page.getByRole('main').evaluate((main, names) => {
    const copy = main.cloneNode(true) as HTMLElement;
    for (const element of copy.querySelectorAll('[data-clock]')) element.textContent = '';
    for (const element of copy.querySelectorAll('*')) {
      for (const name of names) element.removeAttribute(name);
    }
    return [...copy.querySelectorAll('article')].map((article) => article.outerHTML).join('\n');
  }, BY_PAGE);
}
