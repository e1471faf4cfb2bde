import type { JSHandle, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasChromium, openHydrated, useBrowser, waitForHydration } from './browser.ts';
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
    await waitForHydration(page);
    const frameCount = (await opacities.jsonValue()).length;
    await expect.poll(async () => (await opacities.jsonValue()).length).toBeGreaterThan(frameCount + 5);
    expect(new Set(await opacities.jsonValue())).toEqual(new Set([1]));
  });

  it('is visible below the fold, and repeats its entrance animation when the page is scrolled to it', async () => {
    const { page } = await visit();
    await openHydrated(page, '/');
    const last = getPostCards(page).last();
    await expect.poll(() => readOpacity(last)).toBe(1);
    const opacities = await recordOpacity(last);
    await last.evaluate((card) => {
      const distance = card.getBoundingClientRect().top - window.innerHeight;
      window.scrollBy({ top: distance - 400, behavior: 'instant' });
    });
    await page.mouse.move(640, 400);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 20);
        return Math.min(...(await opacities.jsonValue()));
      })
      .toBeLessThan(1);
    await expect.poll(() => readOpacity(last)).toBe(1);
  });

  it('stays visible during hydration when reduced motion is preferred', async () => {
    const { page } = await visit({ shopUrl: proxy.url });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const hydrate = await openAtPosts(page);
    const recordings = await Promise.all([
      recordOpacity(getPostCards(page).first()),
      recordOpacity(getPostCards(page).last()),
    ]);
    hydrate();
    await waitForHydration(page);
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
