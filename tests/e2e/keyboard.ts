import type { Locator, Page } from 'playwright-core';

const maxTabPresses = 200;

/** Presses Tab until the element has focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < maxTabPresses; presses++) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${maxTabPresses} presses of Tab did not reach ${String(target)}.`);
}

/** Moves focus to the element with Tab and presses a key. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

export function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}

/** Whether the element or one of its descendants has focus. */
export function hasFocusWithin(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element.contains(document.activeElement));
}

/**
 * Simulates the Back gesture of Android with Escape. Chromium closes the top dialog on both, but the gesture sends no
 * key to the page.
 */
export async function goBackOnAndroid(page: Page): Promise<void> {
  await page.evaluate(() =>
    window.addEventListener('keydown', (event) => event.stopImmediatePropagation(), {
      capture: true,
      once: true,
    }),
  );
  await page.keyboard.press('Escape');
}
