import type { Page } from 'playwright-core';

/** By how many pixels the page is wider than its window; 0 if it fits. */
export function readOverflowWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
