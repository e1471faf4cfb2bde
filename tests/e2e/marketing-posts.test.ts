import type { JSHandle, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasChromium, useBrowser } from './browser.ts';
import { type InterceptingProxy, startInterceptingProxy } from './intercepting-proxy.ts';

describe.skipIf(!hasChromium)('A marketing post on the home page', () => {
  const { visit } = useBrowser();
  let proxy: InterceptingProxy;
  beforeAll(async () => {
    proxy = await startInterceptingProxy(inject('shopUrl'));
  });
  afterAll(() => proxy.close());

  /**
   * Opens the home page with its first row of posts at the bottom of the window and its last row below the fold. The
   * page does not hydrate until the returned function is called.
   */
  async function openAtPosts(page: Page): Promise<() => void> {
    const hydrate = proxy.hold(/^\/assets\/entry-client-[^/]*\.js/);
    await page.goto('/', { waitUntil: 'commit' });
    await getPostCards(page)
      .first()
      .evaluate((element) => element.scrollIntoView({ block: 'end', behavior: 'instant' }));
    // Wait for the end of the CSS animation, which runs without scripts.
    await expect.poll(() => readOpacity(getPostCards(page).last())).toBe(1);
    return hydrate;
  }

  it('stays visible during hydration when it is already in view', async () => {
    const { page } = await visit({ shopUrl: proxy.url });
    const hydrate = await openAtPosts(page);
    const opacities = await recordOpacity(getPostCards(page).first());
    hydrate();
    await expect.poll(() => readOpacity(getPostCards(page).last())).toBe(0);
    expect(new Set(await opacities.jsonValue())).toEqual(new Set([1]));
  });

  it('is hidden after hydration if it is below the fold, and fades in once it is scrolled to', async () => {
    const { page } = await visit({ shopUrl: proxy.url });
    const hydrate = await openAtPosts(page);
    hydrate();
    const last = getPostCards(page).last();
    await expect.poll(() => readOpacity(last)).toBe(0);
    const opacities = await recordOpacity(last);
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => readOpacity(last)).toBe(1);
    const recorded = await opacities.jsonValue();
    // A card that becomes less opaque on its way to 1 would flash.
    expect(recorded[0]).toBe(0);
    expect(recorded).toEqual(recorded.toSorted((a, b) => a - b));
    expect(recorded.some((value) => value > 0 && value < 1)).toBe(true);
  });

  it('is never hidden when reduced motion is preferred', async () => {
    const { page } = await visit({ shopUrl: proxy.url });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const hydrate = await openAtPosts(page);
    const recordings = await Promise.all([
      recordOpacity(getPostCards(page).first()),
      recordOpacity(getPostCards(page).last()),
    ]);
    hydrate();
    await page.waitForLoadState('networkidle');
    for (const opacities of recordings) expect(new Set(await opacities.jsonValue())).toEqual(new Set([1]));
  });
});

function getPostCards(page: Page): Locator {
  return page.getByRole('region', { name: 'From the shop' }).getByRole('listitem');
}

function readOpacity(card: Locator): Promise<number> {
  return card.evaluate((element) => Number(getComputedStyle(element).opacity));
}

/** Records the opacity of a card in every frame from now on. */
function recordOpacity(card: Locator): Promise<JSHandle<number[]>> {
  return card.evaluateHandle((element) => {
    const opacities: number[] = [];
    const record = () => {
      opacities.push(Number(getComputedStyle(element).opacity));
      requestAnimationFrame(record);
    };
    record();
    return opacities;
  });
}
