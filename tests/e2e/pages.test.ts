import AxeBuilder from '@axe-core/playwright';
import type { Page, Request } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { hasChromium, useBrowser } from './browser.ts';
import { signIn } from './shopper.ts';

const visitorScreens: [name: string, addresses: string[]][] = [
  [
    'home and lists of books',
    [
      '/',
      '/product',
      '/product?search=nothing+like+this',
      `/product?search=${'endless'.repeat(25)}`,
      '/category/Poetry',
      '/author/प्रेमचंद',
      '/language/हिन्दी',
    ],
  ],
  ['a book, lists of names, posts', ['/product/1', '/author', '/category', '/publisher', '/posts']],
  [
    'texts',
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
      '/footer',
    ],
  ],
  ['what asks who one is', ['/user-login', '/registeration', '/wish-list', '/profile']],
];

/** Milliseconds for one group: as long as its screens would have in tests of their own. */
const groupTimeout = 240_000;

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

describe('A page as the server sends it', () => {
  it.each(['/', '/product', '/product/1'])('holds titles of books: %s', async (address) => {
    const answer = await fetch(`${inject('shopUrl')}${address}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('श्यामची आई');
  });

  it('has status 404 where there is nothing', async () => {
    for (const address of ['/no-such-page', '/product/0', '/category/No%20such']) {
      const answer = await fetch(`${inject('shopUrl')}${address}`);
      expect({ address, status: answer.status }).toEqual({ address, status: 404 });
    }
  });
});

describe('A page, to search engines and networks,', () => {
  const shop = inject('shopUrl');

  it('says what book it sells, of whom, for how much and whether now', async () => {
    const [book] = await structuredData('/product/2');
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
  ])('says the way to it: %s', async (address, names) => {
    const trail = (await structuredData(address)).at(-1);
    expect(trail).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: names.map((name, place) => ({ '@type': 'ListItem', position: place + 1, name })),
    });
    for (const { item } of breadcrumbs.parse(trail).itemListElement) {
      expect((await fetch(item)).status, item).toBe(200);
    }
    expect(breadcrumbs.parse(trail).itemListElement.at(-1)?.item).toBe(shop + address);
  });

  it.each(['/', '/product', '/product/2', '/category/Poetry', '/faq'])(
    'has a picture they can read: %s',
    async (address) => {
      const html = await (await fetch(shop + address)).text();
      const picture = /<meta property="og:image" content="([^"]*)">/.exec(html)?.[1] ?? '';
      const answer = await fetch(picture, { headers: { accept: '*/*' } });
      expect(answer.headers.get('content-type')).toMatch(/^image\/(jpeg|png)$/);
    },
  );

  async function structuredData(address: string): Promise<unknown[]> {
    const html = await (await fetch(shop + address)).text();
    return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json]): unknown => JSON.parse(json ?? ''),
    );
  }
});

const breadcrumbs = z.object({ itemListElement: z.array(z.object({ item: z.url() })) });

describe.skipIf(!hasChromium)('A page in the browser', () => {
  const { visit } = useBrowser();

  it.each(visitorScreens)(
    'comes alive without asking again, and is fit for everybody: %s',
    async (_name, addresses) => {
      await inTwoWindows(addresses, async (page, address) => {
        const questions: string[] = [];
        const listen = (request: Request) => {
          if (request.url().endsWith('/graphql')) questions.push(request.postData() ?? '');
        };
        page.on('request', listen);
        await open(page, address);
        page.off('request', listen);
        expect(questions, `what ${address} asked again`).toEqual([]);
        await expectFitting(page);
      });
    },
    groupTimeout,
  );

  it(
    'is fit for everybody who has signed in',
    async () => {
      await inTwoWindows(
        shopperScreens,
        async (page, address) => {
          await open(page, address);
          await expectFitting(page);
        },
        async (page) => {
          await page.goto('/user-login');
          await signIn(page, '9000000001', 'demo-shopper');
        },
      );
    },
    groupTimeout,
  );

  /** Looks at each screen, two at a time: each page has a process of its own, and looking closely is a processor's work. */
  async function inTwoWindows(
    screens: readonly string[],
    look: (page: Page, address: string) => Promise<void>,
    prepare: (page: Page) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const left = [...screens];
    await Promise.all(
      [1, 2].map(async () => {
        const { page } = await visit();
        await prepare(page);
        for (let address = left.shift(); address !== undefined; address = left.shift()) {
          await look(page, address);
        }
      }),
    );
  }
});

/** Opens a screen that nothing moves on, and waits until nothing more is asked for. */
async function open(page: Page, address: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(address, { waitUntil: 'networkidle' });
}

/** Expects that nothing is wider than the window and that axe objects to nothing: at 360 and 1280 px, light and dark. */
async function expectFitting(page: Page): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() => excessWidth(page), { message: `what is wider than ${width} px at ${page.url()}` })
      .toBe(0);
    await expectNoObjection(page);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  // Between the modes nothing but the colours differs.
  await expectNoObjection(page, 'color-contrast');
}

function excessWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Asks axe, by one rule or by all. */
async function expectNoObjection(page: Page, rule?: string): Promise<void> {
  // A colour half way between two modes is nobody's to judge.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
  // The mode that needs no second page for its sums; it leaves out frames of other origins, and there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rule === undefined ? axe : axe.withRules(rule)).analyze();
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
  expect({ at: page.url(), found }).toEqual({ at: page.url(), found: [] });
}
