import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { z } from 'zod';

const browserUrl = inject('browserUrl');

/** False on machines without Chromium, where the browser tests are skipped. */
export const hasChromium = browserUrl !== undefined;

interface Visit {
  page: Page;
  context: BrowserContext;
}

interface VisitOptions {
  /** The shared shop by default. */
  shopUrl?: string;
  /** Viewport width in pixels; 1280 by default. */
  width?: number;
  /** Device pixels per CSS pixel; 1 by default. */
  pixelRatio?: number;
  /** Console errors that the test provokes, such as a lost connection. All others fail the test. */
  allowedErrors?: RegExp;
  /**
   * Whether the service worker is registered; false by default, because `page.route` does not intercept requests that
   * a service worker handles.
   */
  serviceWorker?: boolean;
  /** Whether the page runs scripts; true by default. */
  javaScriptEnabled?: boolean;
}

/**
 * Connects the tests of one file to the shared browser. Each visit opens a new browser context, so visits share no
 * cookies or storage. A test fails if the first page of a visit throws an error, logs one that is not allowed, sends a
 * request to another host, or sends the text of a GraphQL document instead of its hash.
 */
export function useBrowser(): { visit: (options?: VisitOptions) => Promise<Visit> } {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let pageErrors: string[] = [];

  beforeAll(async () => {
    browser = await chromium.connect(browserUrl ?? '');
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    const errors = pageErrors;
    contexts = [];
    pageErrors = [];
    expect(errors, 'page errors').toEqual([]);
  });

  return {
    visit: async ({
      width = 1280,
      pixelRatio = 1,
      allowedErrors,
      javaScriptEnabled = true,
      serviceWorker = false,
      shopUrl = inject('shopUrl'),
    } = {}) => {
      const context = await browser.newContext({
        baseURL: shopUrl,
        viewport: { width, height: 800 },
        deviceScaleFactor: pixelRatio,
        javaScriptEnabled,
        serviceWorkers: serviceWorker ? 'allow' : 'block',
      });
      context.setDefaultTimeout(20_000);
      contexts.push(context);
      const page = await context.newPage();
      page.on('pageerror', (error) => pageErrors.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() !== 'error' || allowedErrors?.test(message.text()) === true) return;
        pageErrors.push(`${page.url()}: ${message.text()}`);
      });
      page.on('request', (request) => {
        if (/^https?:/.test(request.url()) && !request.url().startsWith(shopUrl)) {
          pageErrors.push(`${page.url()}: requested ${request.url()}`);
        }
        if (sendsDocumentText(request)) {
          pageErrors.push(`${page.url()}: sent the text of a document: ${request.postData()}`);
        }
      });
      return { page, context };
    },
  };
}

/** Opens a page and waits until it is hydrated. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

export async function waitForHydration(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor();
}

/**
 * Waits until the page itself has requested a script of the build, and has run it. `name` is the start of the script's
 * file name, up to the hash.
 */
export async function waitForScript(page: Page, name: string): Promise<void> {
  const selector = `link[rel="modulepreload"][href*="/assets/${name}-"]`;
  await page.locator(selector).first().waitFor({ state: 'attached' });
  // Importing a script again waits until it has run, but does not run it a second time.
  await page.evaluate(
    `Promise.all([...document.querySelectorAll('${selector}')].map(({ href }) => import(href))).then(() => undefined)`,
  );
}

/** Sums the layout shifts of the page so far. web.dev rates 0.1 or less as good. */
export function readLayoutShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    return observer
      .takeRecords()
      .reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0);
  });
}

/** Sets the default text size of the browser. The browser's own default is 16 px. */
export async function setTextSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard } });
}

/**
 * Whether a storefront page sends the text of a GraphQL document. The sandbox may, because users type the documents
 * there.
 */
function sendsDocumentText(request: Request): boolean {
  if (!request.url().endsWith('/graphql') || request.method() !== 'POST') return false;
  if (new URL(request.frame().url()).pathname.startsWith('/sandbox')) return false;
  return bodySchema.parse(request.postDataJSON()).query !== undefined;
}

const bodySchema = z.object({ query: z.string().optional() });
