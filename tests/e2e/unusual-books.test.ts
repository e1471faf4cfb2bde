import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { hasChromium, openHydrated, useBrowser } from './browser.ts';
import { type InterceptingProxy, startInterceptingProxy } from './intercepting-proxy.ts';
import { type IsolatedShop, startIsolatedShop } from './isolated-shop.ts';
import { readOverflowWidth } from './overflow.ts';
import { createShopper, fetchBookInStock, placeOrder } from './shop-api.ts';
import { signIn } from './shopper.ts';

const withoutImages = { productImages: {}, thumbnailFile: null };
const longTitle = `A History of Printing, ${'of Its Printers, Their Readers and All Their Cats, '.repeat(6)}in Ten Volumes`;
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

const longShopName = 'Shri Saraswati Granthalaya, Booksellers and Stationers';

const manyImages = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`image${index + 1}`, `/files/covers/${index + 1}.svg`]),
);

/** Changes to records of the demo, by the id of the product. */
const changes: Record<number, object> = {
  1: { productName: longTitle, publisher: 'Long Texts', ...withoutImages },
  2: {
    productName: longWord,
    author: longWord.toLowerCase(),
    transliteratedAuthor: 'अ'.repeat(120),
    publisher: 'Long Texts',
    ...withoutImages,
  },
  5: { category: longWord, language: longWord.repeat(2) },
  3: { productImages: manyImages },
  4: { productName: 'بالِ جبریل', author: 'محمد اقبال', language: 'Urdu' },
};

const ordersSchema = z.array(z.looseObject({ shipmentProducts: z.array(z.looseObject({})) }));

let restProxy: InterceptingProxy;
let shop: IsolatedShop;
let folder: string;

beforeAll(async () => {
  restProxy = await startInterceptingProxy(inject('restUrl'));
  const records = z
    .array(z.looseObject({ id: z.number() }))
    .parse(await (await fetch(`${inject('restUrl')}/getallproducts`)).json());
  restProxy.stub(/^\/getallproducts/, {
    status: 200,
    body: records.map((record) => ({ ...record, ...changes[record.id] })),
  });
  restProxy.stub(/^\/getallCategory/, { status: 200, body: [{ id: 1, categoryName: longWord }] });
  restProxy.stub(/^\/AllLanguages/, { status: 200, body: [{ id: 1, languageName: longWord.repeat(2) }] });
  folder = await mkdtemp(path.join(tmpdir(), 'bookshop-unusual-'));
  const settingsFile = path.join(folder, 'shop.json');
  const demoSettings = z.looseObject({}).parse(JSON.parse(await readFile('web/shop/shop.json', 'utf8')));
  const { marathiName: _, ...settings } = demoSettings;
  await writeFile(settingsFile, JSON.stringify({ ...settings, name: longShopName, legalName: longWord }));
  shop = await startIsolatedShop(restProxy.url, { SHOP_SETTINGS: settingsFile });
});
afterAll(async () => {
  await shop.close();
  await restProxy.close();
  await rm(folder, { recursive: true });
});

describe.skipIf(!hasChromium)('On a small screen, a visitor', () => {
  const { visit } = useBrowser();

  async function open(path: string): Promise<Page> {
    const { page } = await visit({ width: 320, shopUrl: shop.url });
    await openHydrated(page, path);
    return page;
  }

  it('sees no title on a small cover that failed to load', async () => {
    const { page } = await visit({ width: 320, allowedErrors: /^Failed to load resource/ });
    await page.route('**/media/**', (route) => route.abort());
    await openHydrated(page, '/category');
    const poetry = page.getByRole('main').getByRole('link', { name: /^Poetry/ });
    await poetry.scrollIntoViewIfNeeded();
    await poetry.locator('img').first().waitFor({ state: 'detached' });
    await expect.poll(() => poetry.locator('img').count()).toBe(0);
    expect(await poetry.innerText()).toMatch(/^P\s+Poetry\s+\d+ books\s*$/);
  });

  it('sees long titles within their covers, and only whole lines of them', async () => {
    const page = await open('/publisher/Long%20Texts');
    const covers = page.getByRole('main').getByRole('article').locator('a[aria-hidden="true"]');
    await covers.getByText(longWord).first().waitFor();
    expect(await readOverflowWidth(page)).toBe(0);
    expect(await listCutLines(covers.getByText(longTitle).first())).toEqual([]);
  });

  it.each(['/product/2', `/author/${longWord.toLowerCase()}`])(
    'reads a title and an author of one long word without scrolling sideways on %s',
    async (path) => {
      const page = await open(path);
      await page.getByRole('heading', { level: 1, name: new RegExp(longWord, 'i') }).waitFor();
      expect(await readOverflowWidth(page)).toBe(0);
    },
  );

  it('reads a long shop name in the header without scrolling sideways', async () => {
    const page = await open('/faq');
    await page.getByRole('banner').getByText(longShopName).waitFor();
    expect(await readOverflowWidth(page)).toBe(0);
  });

  it('reads the whole name of a category on the home page', async () => {
    const page = await open('/');
    const category = page.getByRole('main').getByRole('link', { name: new RegExp(`^${longWord} ?1 book`) });
    const box = await category.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Number.NaN)).toBeLessThanOrEqual(320);
  });

  it('reads the name of an author in another script without scrolling sideways', async () => {
    const page = await open(`/author/${longWord.toLowerCase()}`);
    await page.context().addCookies([{ name: 'language', value: 'mr', url: shop.url }]);
    await page.reload();
    await page.getByRole('main').getByText('अ'.repeat(120)).first().waitFor();
    expect(await readOverflowWidth(page)).toBe(0);
  });

  it('reads the whole category in the breadcrumbs of a book with a long title', async () => {
    const page = await open('/product/1');
    const category = page
      .getByRole('navigation', { name: 'Breadcrumb' })
      .getByRole('link', { name: 'Novels', exact: true });
    const cutOffWidth = await category.evaluate((link) => {
      const text = document.createRange();
      text.selectNodeContents(link);
      return text.getBoundingClientRect().width - link.getBoundingClientRect().width;
    });
    expect(cutOffWidth).toBeLessThanOrEqual(0);
  });

  it('reads a title in Urdu next to its category in the breadcrumbs', async () => {
    const page = await open('/product/4');
    const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    const category = await breadcrumbs.getByRole('link').last().boundingBox();
    const title = await breadcrumbs.locator('[aria-current]').boundingBox();
    expect((title?.x ?? 0) - (category?.x ?? 0) - (category?.width ?? 0)).toBeLessThan(40);
  });
});

describe.skipIf(!hasChromium)('On a wide screen, a visitor', () => {
  const { visit } = useBrowser();

  it('reads the long name of a language in the footer without scrolling sideways', async () => {
    const { page } = await visit({ shopUrl: shop.url, width: 1024 });
    await openHydrated(page, '/faq');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: longWord.repeat(2) })
      .waitFor();
    expect(await readOverflowWidth(page)).toBe(0);
  });

  it('sees the thumbnails of a book with many images within the width of its cover', async () => {
    const { page } = await visit({ shopUrl: shop.url });
    await openHydrated(page, '/product/3');
    const main = page.getByRole('main');
    const cover = await main.getByRole('img', { name: /picture 1 of 12$/ }).boundingBox();
    const thumbnails = await main
      .getByRole('list', { name: /^Pictures of/ })
      .locator('img')
      .evaluateAll((images) => images.map((image) => image.getBoundingClientRect()));
    expect(thumbnails).toHaveLength(12);
    expect(Math.min(...thumbnails.map(({ left }) => left))).toBeCloseTo(cover?.x ?? 0, 0);
    const right = (cover?.x ?? 0) + (cover?.width ?? 0);
    expect(Math.max(...thumbnails.map(({ right }) => right))).toBeLessThanOrEqual(right);
  });

  it('sees the title and the facts of a book in Urdu on the same side as the texts around them', async () => {
    const { page } = await visit({ shopUrl: shop.url });
    await openHydrated(page, '/product/4');
    const main = page.getByRole('main');
    const readLefts = (texts: Locator) =>
      texts.evaluateAll((elements) =>
        elements.map((element) => {
          const text = document.createRange();
          text.selectNodeContents(element);
          return Math.round(text.getBoundingClientRect().left);
        }),
      );
    const [titleLeft, ...factLefts] = [
      ...(await readLefts(main.getByRole('heading', { level: 1 }))),
      ...(await readLefts(main.getByRole('definition'))),
    ];
    expect(await readLefts(main.getByRole('paragraph').filter({ hasText: /^by / }))).toEqual([titleLeft]);
    expect(new Set(factLefts).size).toBe(1);
  });
});

describe.skipIf(!hasChromium)('On an invoice, a shopper', () => {
  const { visit } = useBrowser();

  it.each([
    ['a long title', longTitle],
    ['a title of one long word', longWord.repeat(2)],
  ])(
    'does not scroll sideways on a phone, and sees each amount on one line on paper, despite %s',
    async (_, productName) => {
      const shopper = await createShopper();
      const book = await fetchBookInStock(-1);
      const number = await placeOrder(shopper, book, 1);
      const ordersUrl = `${inject('restUrl')}/OrdersByUserEmail?email=${encodeURIComponent(shopper.email)}`;
      const orders = ordersSchema.parse(await (await fetch(ordersUrl)).json());
      restProxy.stub(new RegExp(`^/OrdersByUserEmail.*${encodeURIComponent(shopper.email)}`), {
        status: 200,
        body: orders.map((order) => ({
          ...order,
          shipmentProducts: order.shipmentProducts.map((line) => ({ ...line, productName })),
        })),
      });
      const { page } = await visit({ shopUrl: shop.url });
      await openHydrated(page, '/user-login');
      await signIn(page, shopper.contact, shopper.password);
      await page.getByRole('button', { name: `View details of order ${number}` }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Invoice' }).click();
      const books = page.getByRole('region', { name: 'Books', exact: true });
      await books.getByRole('cell', { name: productName }).waitFor();
      await page.setViewportSize({ width: 320, height: 800 });
      expect(await readOverflowWidth(page)).toBe(0);
      await page.emulateMedia({ media: 'print' });
      // A4 without the margins in print.css.
      await page.setViewportSize({ width: 680, height: 1010 });
      expect(await books.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
      const lineCounts = await books.locator('td:last-child').evaluateAll((cells) =>
        cells.map((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          return new Set([...text.getClientRects()].map(({ top }) => top)).size;
        }),
      );
      expect(new Set(lineCounts)).toEqual(new Set([1]));
    },
  );
});

/** Lists the positions of the lines that extend across the bottom of the element. */
function listCutLines(element: Locator): Promise<number[]> {
  return element.evaluate((box) => {
    const text = document.createRange();
    text.selectNodeContents(box);
    const bottom = box.getBoundingClientRect().bottom;
    return [...text.getClientRects()]
      .filter((line) => line.top < bottom && line.bottom > bottom)
      .map((line) => line.top);
  });
}
