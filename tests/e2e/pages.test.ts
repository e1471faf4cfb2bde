import type { Locator, Page, Request } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { expectNoViolations } from './accessibility.ts';
import { hasChromium, openHydrated, setTextSize, useBrowser, waitForHydration } from './browser.ts';
import { readOverflowWidth } from './overflow.ts';
import { createShopper, fetchBookInStock, fillCart, signInByApi } from './shop-api.ts';
import { signIn } from './shopper.ts';

const visitorScreens: [name: string, paths: string[]][] = [
  [
    'home and listings',
    [
      '/',
      '/product',
      '/product?search=nothing+like+this',
      `/product?search=${'endless'.repeat(25)}`,
      '/author/प्रेमचंद',
      '/category/Poetry',
      '/language/हिन्दी',
    ],
  ],
  ['product, collections and posts', ['/product/1', '/author', '/category', '/publisher', '/posts']],
  [
    'information pages',
    [
      '/aboutus',
      '/contactus',
      '/privacy-policy',
      '/terms-and-conditions',
      '/refund-policy',
      '/payment-info',
      '/return-policy',
      '/shipping-info',
      '/faq',
      '/offline',
      '/footer',
    ],
  ],
  [
    'login, registration, wish list and profile',
    [
      '/user-login',
      '/registeration',
      '/wish-list',
      '/shared-wish-list?books=UHJvZHVjdDox,UHJvZHVjdDoy',
      '/profile',
    ],
  ],
];

/** A test that checks several screens needs more than the default timeout. */
const groupTimeoutMs = 240_000;

const shopperScreens = [
  '/cart-manager',
  '/cart-manager/buy-all-cart-products',
  '/cart-manager/cart-user-payment',
  '/buy-single-product?productId=3',
  '/wish-list',
  '/profile?section=addresses',
  '/profile?section=orders',
  '/profile?section=edit',
];

/** The screens after an order, which have no fixed paths. */
const confirmation = 'confirmation';
const invoice = 'invoice';

/** Screens that axe checks at 1280 px too, because they show other elements there than at 360 px. */
const pathsWithWideLayout = [
  '/',
  '/product',
  '/product/1',
  '/category',
  '/cart-manager',
  '/cart-manager/buy-all-cart-products',
  '/cart-manager/cart-user-payment',
  '/buy-single-product?productId=3',
  '/profile?section=orders',
  '/profile?section=edit',
  confirmation,
  invoice,
];

/** Screens with the same elements as an earlier one, but with other texts. Their contrast is not checked. */
const pathsWithKnownColours = [
  `/product?search=${'endless'.repeat(25)}`,
  '/category/Poetry',
  '/terms-and-conditions',
  '/refund-policy',
  '/payment-info',
  '/return-policy',
  '/shipping-info',
];

/** Screens whose header and footer are checked in dark mode. On the other screens, they have the same colours. */
const pathsWithCheckedHeader = ['/', '/product', '/cart-manager', '/wish-list'];

describe('A server-rendered page', () => {
  it.each(['/', '/product', '/product/1'])('contains the title of a book: %s', async (path) => {
    const response = await fetch(`${inject('shopUrl')}${path}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('श्यामची आई');
  });

  it('has status 404 if the page, product or collection is unknown', async () => {
    for (const path of ['/no-such-page', '/product/0', '/category/No%20such']) {
      const response = await fetch(`${inject('shopUrl')}${path}`);
      expect({ path, status: response.status }).toEqual({ path, status: 404 });
    }
  });
});

describe('The metadata of a page', () => {
  const shop = inject('shopUrl');

  it('describes a product as a book with its author, price and availability', async () => {
    const [book] = await fetchStructuredData('/product/2');
    expect(book).toMatchObject({
      '@type': ['Book', 'Product'],
      name: 'ज्ञानेश्वरी',
      url: `${shop}/product/2`,
      inLanguage: 'mr',
      author: { '@type': 'Person', name: 'संत ज्ञानेश्वर' },
      offers: {
        '@type': 'Offer',
        price: 600,
        priceCurrency: 'INR',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/NewCondition',
      },
    });
  });

  it.each([
    ['/product/2', ['Home', "Saints' Literature", 'Copper Lamp Editions', 'संत ज्ञानेश्वर', 'मराठी', 'ज्ञानेश्वरी']],
    ['/category/Poetry', ['Home', 'Categories', 'Poetry']],
    ['/language/English', ['Home', 'English']],
    ['/author', ['Home', 'Authors']],
    ['/product', ['Home', 'All books']],
  ])('includes breadcrumbs whose links work: %s', async (path, names) => {
    const breadcrumbs = (await fetchStructuredData(path)).at(-1);
    expect(breadcrumbs).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: names.map((name, index) => ({ '@type': 'ListItem', position: index + 1, name })),
    });
    for (const { item } of breadcrumbsSchema.parse(breadcrumbs).itemListElement) {
      expect((await fetch(item)).status, item).toBe(200);
    }
    expect(breadcrumbsSchema.parse(breadcrumbs).itemListElement.at(-1)?.item).toBe(shop + path);
  });

  it.each(['/', '/product', '/product/2', '/category/Poetry', '/faq'])(
    'includes a preview image as JPEG or PNG: %s',
    async (path) => {
      const html = await (await fetch(shop + path)).text();
      const imageUrl = /<meta property="og:image" content="([^"]*)">/.exec(html)?.[1] ?? '';
      const response = await fetch(imageUrl, { headers: { accept: '*/*' } });
      expect(response.headers.get('content-type')).toMatch(/^image\/(jpeg|png)$/);
    },
  );

  async function fetchStructuredData(path: string): Promise<unknown[]> {
    const html = await (await fetch(shop + path)).text();
    return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json]): unknown => JSON.parse(json ?? ''),
    );
  }
});

const breadcrumbsSchema = z.object({ itemListElement: z.array(z.object({ item: z.url() })) });

describe.skipIf(!hasChromium)('A page in the browser', () => {
  const { visit } = useBrowser();

  it.each([
    ['/registeration', waitForHydration],
    ['/sandbox', (page: Page) => page.getByRole('button', { name: 'Sign in as the demo shopper' }).waitFor()],
  ])('%s does not violate its Content-Security-Policy', async (path, waitForScripts) => {
    const { page } = await visit();
    const violations: string[] = [];
    await page.exposeFunction('reportViolation', (text: string) => void violations.push(text));
    await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
      reportViolation(event.violatedDirective + ' ' + event.blockedURI))`);
    await page.goto(path);
    await waitForScripts(page);
    expect(violations).toEqual([]);
  });

  it.each(visitorScreens)(
    'hydrates without refetching and has no accessibility violations: %s',
    async (_name, paths) => {
      await forEachPath(paths, async (page, path) => {
        const operations: string[] = [];
        const recordOperation = (request: Request) => {
          if (request.url().endsWith('/graphql')) operations.push(request.postData() ?? '');
        };
        page.on('request', recordOperation);
        await open(page, path);
        await waitForHydration(page);
        await expectAccessible(page, path);
        page.off('request', recordOperation);
        expect(operations, `operations refetched by ${path}`).toEqual([]);
      });
    },
    groupTimeoutMs,
  );

  it(
    'has no accessibility violations for a signed-in shopper',
    async () => {
      await forEachPath(
        shopperScreens,
        async (page, path) => {
          await open(page, path);
          // These screens load their data after hydration.
          await page.waitForLoadState('networkidle');
          await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
          await expectAccessible(page, path);
        },
        async (page) => {
          await page.goto('/user-login');
          await signIn(page, '9000000001', 'demo-shopper');
        },
      );
    },
    groupTimeoutMs,
  );

  it(
    'has no accessibility violations when it confirms an order or shows an invoice',
    async () => {
      const shopper = await createShopper();
      const book = await fetchBookInStock(-3);
      await fillCart(shopper, [{ id: book.id, quantity: 1 }]);
      const { page } = await visit();
      await signInByApi(page, shopper);
      await open(page, '/cart-manager/buy-all-cart-products');
      await page.getByRole('radio').first().check({ force: true });
      await page.getByRole('radio', { name: /Cash on delivery/ }).check({ force: true });
      await page.getByText(/^Delivery to 412105: ₹/).waitFor();
      await page.getByRole('button', { name: 'Confirm Order' }).click();
      await page.getByRole('heading', { level: 1, name: 'Order Placed successfully!' }).waitFor();
      await expectAccessible(page, confirmation);

      await open(page, '/profile?section=orders');
      await page.getByRole('button', { name: /^View details of order/ }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Invoice' }).click();
      await page.getByRole('heading', { level: 1, name: 'Invoice' }).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await expectAccessible(page, invoice);
    },
    groupTimeoutMs,
  );

  it('prints all books of a row on the home page', async () => {
    const { page } = await visit();
    await openHydrated(page, '/');
    await page.emulateMedia({ media: 'print' });
    // A4 without the margins in print.css.
    await page.setViewportSize({ width: 680, height: 1010 });
    const row = page.getByRole('region', { name: 'Just in' }).getByRole('list');
    const bookEdges = await row
      .getByRole('listitem')
      .evaluateAll((books) => books.map((book) => book.getBoundingClientRect().right));
    expect(bookEdges.length).toBeGreaterThan(6);
    expect(Math.max(...bookEdges)).toBeLessThanOrEqual(680);
  });

  it('prints listings without the quantity steppers of books in the cart', async () => {
    const shopper = await createShopper();
    await fillCart(shopper, [{ id: '1', quantity: 1 }]);
    const { page } = await visit();
    await signInByApi(page, shopper);
    await openHydrated(page, '/product');
    const main = page.getByRole('main');
    const quantity = main.getByText('In cart: 1');
    await quantity.waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await quantity.isVisible()).toBe(false);
    expect(await main.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  });

  it('shows which image of a book is selected, even with forced colours', async () => {
    const { page } = await visit();
    await page.emulateMedia({ forcedColors: 'active' });
    await open(page, '/product/2');
    await page.waitForLoadState('networkidle');
    const thumbnail = page.getByRole('link', { name: 'Picture 1 of 2' });
    const whenCurrent = await takeScreenshot(thumbnail);
    await page.getByRole('link', { name: 'Picture 2 of 2' }).click();
    await page.getByRole('img', { name: /picture 2 of 2$/ }).waitFor();
    expect(await takeScreenshot(thumbnail)).not.toBe(whenCurrent);
  });

  it('shows which payment method is selected, even with forced colours', async () => {
    const { page } = await visit();
    await signInByApi(page, await createShopper());
    await page.emulateMedia({ forcedColors: 'active' });
    await open(page, '/buy-single-product?productId=3');
    const card = page.locator('label', { hasText: 'Pay online' });
    const cashOnDelivery = page.getByRole('radio', { name: /Cash on delivery/ });
    await cashOnDelivery.waitFor();
    const whenSelected = await takeScreenshot(card);
    await cashOnDelivery.check();
    expect(await takeScreenshot(card)).not.toBe(whenSelected);
  });

  it.each([
    [360, 'borderBlockEndColor'],
    [1280, 'borderInlineStartColor'],
  ] as const)(
    'shows which section of the account is selected, even with forced colours, at %i px',
    async (width, edge) => {
      const { page } = await visit({ width });
      await signInByApi(page, await createShopper());
      await page.emulateMedia({ forcedColors: 'active' });
      await open(page, '/profile?section=edit');
      const readLineColour = (name: string) =>
        page.getByRole('tab', { name }).evaluate((tab, property) => getComputedStyle(tab)[property], edge);
      const selectedColour = await readLineColour('Edit Profile');
      expect(await readLineColour('My Orders')).not.toBe(selectedColour);
    },
  );

  it('shows the edges of the filters, confirmations and toasts, even with forced colours', async () => {
    const { page } = await visit({ width: 360 });
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await openHydrated(page, '/product');
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    const filters = page.getByRole('complementary', { name: 'Filters' });
    expect(await readEdgeWidth(filters)).toBeGreaterThan(0);
    await openHydrated(page, '/registeration');
    await page.getByRole('button', { name: 'Add an address now' }).click();
    await page.getByRole('button', { name: 'Remove address 1' }).click();
    expect(await readEdgeWidth(page.getByRole('alertdialog'))).toBeGreaterThan(0);
    await openHydrated(page, '/product/1');
    await page.getByRole('button', { name: 'Add To Cart' }).click();
    const toast = page.locator('[data-toast]', { hasText: 'Product added to the cart!' });
    expect(await readEdgeWidth(toast)).toBeGreaterThan(0);
  });

  /** Checks the paths in two pages in parallel. Each page is a separate process, and axe is CPU-bound. */
  async function forEachPath(
    paths: readonly string[],
    check: (page: Page, path: string) => Promise<void>,
    prepare: (page: Page) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const remaining = [...paths];
    await Promise.all(
      [1, 2].map(async () => {
        const { page } = await visit();
        await prepare(page);
        for (let path = remaining.shift(); path !== undefined; path = remaining.shift()) {
          await check(page, path);
        }
      }),
    );
  }
});

/** Opens a page at 1280 px in light mode, with animations off. */
async function open(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(path);
}

/** The width in pixels of the outline and border at the top of an element. Forced colours show transparent ones too. */
function readEdgeWidth(element: Locator): Promise<number> {
  return element.evaluate((box) => {
    const { borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(box);
    return (
      Number.parseFloat(borderTopWidth) + (outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth))
    );
  });
}

/**
 * Expects no horizontal overflow (even with larger text), no axe violations in light mode, and enough contrast in dark
 * mode. The lists of paths above define the exceptions.
 */
async function expectAccessible(page: Page, path: string): Promise<void> {
  const hasKnownColours = pathsWithKnownColours.includes(path);
  for (const { width, largeText } of [
    { width: 360, largeText: 24 },
    { width: 1280, largeText: 32 },
  ]) {
    await page.setViewportSize({ width, height: 800 });
    for (const textSize of [largeText, 16]) {
      await setTextSize(page, textSize);
      await expect
        .poll(() => readOverflowWidth(page), {
          message: `overflow at ${width} px of ${page.url()} with a text size of ${textSize} px`,
        })
        .toBe(0);
    }
    if (width === 360 || pathsWithWideLayout.includes(path)) {
      await expectNoViolations(page, hasKnownColours ? { disabledRule: 'color-contrast' } : {});
    }
  }
  if (hasKnownColours) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  // The two modes differ only in their colours.
  await expectNoViolations(page, {
    rule: 'color-contrast',
    excluded: pathsWithCheckedHeader.includes(path) ? [] : ['header', 'footer'],
  });
}

/** Takes a screenshot of an element. Returns it in Base64, so that two can be compared. */
async function takeScreenshot(element: Locator): Promise<string> {
  return (await element.screenshot({ animations: 'disabled' })).toString('base64');
}
