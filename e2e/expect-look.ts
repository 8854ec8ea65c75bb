import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** How a person may look at a page. */
export const looks = [
  { name: 'light', use: { colorScheme: 'light' as const, locale: 'en-US' } },
  { name: 'dark, Chinese', use: { colorScheme: 'dark' as const, locale: 'zh-CN' } },
  { name: 'phone', use: { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true } },
  { name: 'narrowest', use: { viewport: { width: 320, height: 600 } } },
];

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
  expect(found).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
}
