import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { chromium } from '../external-programs.ts';
import { launchChromium } from './chromium.ts';
import { readOverflowWidth } from './overflow.ts';

/**
 * Takes screenshots of a running shop with the demo catalogue: of each screen listed below at 360, 768 and 1280 px, in
 * light and dark mode. `node tests/e2e/take-screenshots.ts --shop http://localhost:4000 [--only cart] [--language mr]
 * [--width 360] [--mode dark]`. `--only` selects the screens whose names contain the text. The program also prints
 * console errors and horizontal overflow.
 */

const visitorScreens: Record<string, string> = {
  home: '/',
  listing: '/product',
  'listing-filtered': '/product?language=मराठी&sort=lowToHigh',
  'listing-empty': '/product?search=nothing+like+this',
  product: '/product/1',
  categories: '/category',
  category: '/category/Poetry',
  publishers: '/publisher',
  authors: '/author',
  author: '/author/प्रेमचंद',
  language: '/language/हिन्दी',
  posts: '/posts',
  about: '/aboutus',
  contact: '/contactus',
  privacy: '/privacy-policy',
  faq: '/faq',
  footer: '/footer',
  login: '/user-login',
  registration: '/registeration',
  'visitor-cart': '/cart-manager',
  'visitor-wish-list': '/wish-list',
  'visitor-profile': '/profile',
  'not-found': '/no-such-page',
  returns: '/return-policy',
  search: '/product?search=tilak',
  developers: '/developers',
};

/** Without it, the screen `visitor-cart` would be the login. */
const visitorCart = JSON.stringify([{ productId: btoa('Product:1'), quantity: 2 }]);

const shopperScreens: Record<string, string> = {
  cart: '/cart-manager',
  'wish-list': '/wish-list',
  addresses: '/profile?section=addresses',
  orders: '/profile?section=orders',
  'edit-profile': '/profile?section=edit',
  address: '/cart-manager/buy-all-cart-products',
  payment: '/cart-manager/cart-user-payment',
  'single-product': '/buy-single-product?product=3',
};

const { values } = parseArgs({
  options: {
    shop: { type: 'string', default: 'http://localhost:4000' },
    folder: { type: 'string', default: 'tests/output/screenshots' },
    only: { type: 'string', default: '' },
    language: { type: 'string', default: 'en' },
    width: { type: 'string', multiple: true, default: ['360', '768', '1280'] },
    mode: { type: 'string', multiple: true, default: ['light', 'dark'] },
    contact: { type: 'string', default: '9000000001' },
    password: { type: 'string', default: 'demo-shopper' },
  },
});
const chromiumPath = chromium.find();
if (chromiumPath === undefined) throw new Error(chromium.installationHint);
await mkdir(values.folder, { recursive: true });
const browser = await launchChromium(chromiumPath);
for (const width of values.width.map(Number)) {
  for (const mode of z.array(z.enum(['light', 'dark'])).parse(values.mode)) {
    await takeScreenshots(browser, width, mode);
  }
}
await browser.close();

async function takeScreenshots(browser: Browser, width: number, mode: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    baseURL: values.shop,
    viewport: { width, height: 800 },
    colorScheme: mode,
  });
  await context.addCookies([{ name: 'language', value: values.language, url: values.shop }]);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') console.log(`${page.url()} ${width} ${mode}: ${message.text()}`);
  });
  await page.goto('/');
  await page.evaluate((lines) => localStorage.setItem('visitorCart', lines), visitorCart);
  for (const [name, path] of Object.entries(visitorScreens))
    await takeScreenshot(page, name, path, `${width}-${mode}`);
  // Otherwise the login would merge the visitor's cart into the shopper's cart.
  await page.evaluate(() => localStorage.removeItem('visitorCart'));
  if (Object.keys(shopperScreens).some((name) => name.includes(values.only))) {
    await signIn(page);
    for (const [name, path] of Object.entries(shopperScreens)) {
      await takeScreenshot(page, name, path, `${width}-${mode}`);
    }
  }
  await context.close();
}

async function takeScreenshot(page: Page, name: string, urlPath: string, variant: string): Promise<void> {
  if (!name.includes(values.only)) return;
  await page.goto(urlPath, { waitUntil: 'networkidle' });
  // Scroll through the page, because images below the fold load lazily.
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 400) {
      window.scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    window.scrollTo(0, 0);
  });
  await page.waitForLoadState('networkidle');
  const overflow = await readOverflowWidth(page);
  if (overflow > 0) console.log(`${urlPath} ${variant}: ${overflow} px wider than the window`);
  await page.screenshot({
    path: path.join(values.folder, `${name}-${variant}-${values.language}.png`),
    fullPage: true,
  });
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/user-login');
  // The labels depend on the language; the names of the inputs do not.
  await page.locator('main [name="contact"]').fill(values.contact);
  await page.locator('main [name="password"]').fill(values.password);
  await page.locator('main [name="password"]').press('Enter');
  await page.waitForURL('**/profile**');
}
