import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectNoViolations } from './accessibility.ts';
import { hasChromium, useBrowser } from './browser.ts';
import { createShopper, fetchBooksInStock, fillWishlist, signInByApi } from './shop-api.ts';

const resultSchema = z.object({
  data: z.object({
    user: z.looseObject({
      wishlist: z.looseObject({
        products: z.array(z.looseObject({ price: z.number(), available: z.boolean() })),
      }),
    }),
  }),
});

describe.skipIf(!hasChromium).each([360, 1280])('On the wish list at %i px, a shopper', (width) => {
  const { visit } = useBrowser();

  it('sees what has become cheaper or available again since the last visit', async () => {
    const shopper = await createShopper();
    const books = (await fetchBooksInStock()).slice(0, 2);
    await fillWishlist(
      shopper,
      books.map(({ id }) => id),
    );
    const { page } = await visit({ width });
    await signInByApi(page, shopper);
    await changeFirstResult(page);
    const openWishlist = async () => {
      await page.goto('/wish-list');
      await page.getByRole('heading', { level: 2, name: books[1]?.name }).waitFor();
    };
    await openWishlist();
    expect(await page.getByText('your last visit').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => caches.has('wishlist'))).toBe(true);
    await openWishlist();
    await page.getByText('₹25.00 less than on your last visit.').waitFor();
    await page.getByText('Available again.').waitFor();
    await expectNoViolations(page);
    await openWishlist();
    await page.waitForLoadState('networkidle');
    expect(await page.getByText('your last visit').count()).toBe(0);
  });
});

/** Raises the price of the first book and makes the second unavailable, only in the first response with the wish list. */
async function changeFirstResult(page: Page): Promise<void> {
  let isChanged = false;
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const body: unknown = await response.json();
    const { data: parsed } = resultSchema.safeParse(body);
    const [first, second] = parsed?.data.user.wishlist.products ?? [];
    if (isChanged || first === undefined || second === undefined) return route.fulfill({ response });
    isChanged = true;
    first.price += 25;
    second.available = false;
    await route.fulfill({ response, json: parsed });
  });
}
