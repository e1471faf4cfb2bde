import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import express from 'express';
import { buildSchema, type ExecutionResult, graphql } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listPageScripts } from '#tests/page-scripts.ts';
import { languagePath } from '#web/i18n/languages.ts';
import type { StockChange, StockShown } from '#web/server/page-cache.ts';
import type { CatalogueNames } from '#web/server/sitemap.ts';
import {
  createStorefront,
  type ExecuteOperation,
  type Storefront,
  type StorefrontOptions,
} from '#web/server.ts';
import { closeServer, listenOnFreePort } from '../listen.ts';
import { resolveField } from './gateway-stub.ts';
import { readRequest } from './trusted-documents.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const author = { id: 'टिळक', name: 'टिळक' };
const language = { id: 'मराठी', name: 'मराठी' };
const book = {
  id: '7',
  sku: '7',
  name: 'गीतारहस्य </script><script>alert(1)</script>',
  price: 1250.5,
  mrp: 1500,
  discountPercent: 16.63,
  author,
  language,
  available: true,
  status: 'AVAILABLE',
  images: ['http://shop.test/media/7.svg'],
};
const page = {
  edges: [{ cursor: 'c', node: book }],
  nodes: [book],
  totalCount: 1,
  correctedSearch: null,
  pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: 'c', endCursor: 'c' },
  facets: {
    categories: [],
    languages: [],
    publishers: [],
    publisherCount: 0,
    authors: [],
    authorCount: 0,
  },
};
const catalogue = {
  products: page,
  languages: [{ ...language, thumbnail: null, productCount: 1, products: page }],
  categories: [],
  category: null,
  language: null,
  collections: ({ type, search }: { type: string; search: string }) => ({
    nodes: (collectionsByName[search] ?? []).map((name) => ({
      __typename: type === 'LANGUAGE' ? 'Language' : 'Category',
      id: name,
      name,
    })),
  }),
  notifications: [{ id: '1', text: 'Free delivery in Pune' }],
  slides: [],
  marketingPosts: [],
};

/** The collections that each search finds. Like the gateway's, these searches also find names in other scripts. */
const collectionsByName: Record<string, string[]> = {
  marathi: ['मराठी'],
  novels: ["Children's Novels", 'Novels'],
  novel: ["Children's Novels", 'Novels'],
};

const names: CatalogueNames = {
  productIds: ['7', "8 & 'nine'"],
  collections: { category: [], language: ['मराठी'], publisher: [], author: ['टिळक'] },
};

/** Invalid results that make rendering fail, by operation name. */
const brokenResults = new Map<string, ExecutionResult>();
const invalidText = { is: 'no text' };

let version = '1';
let changeStock: (change: StockChange) => void = () => expect.fail('nothing listens for changes in stock');
/** The stock that each result shows, as reported by the gateway; undefined if it may show the stock of any product. */
let stockShown: StockShown | undefined;
let isCatalogueAvailable = true;
/** How often the names of the catalogue were listed. */
let nameListCount = 0;
/** Whether the gateway knows the hashes of the storefront's documents. In development, it does not. */
let knowsHashes = true;
let retryAfterSeconds: number | null = null;
/** Each charged page, in order: `renderedPage`, `cachedPage` or, with further pages of a listing, `renderedPage +2`. */
const charges: string[] = [];
const operations: Array<{ name: string; origin: string }> = [];
const execute: ExecuteOperation = async (operation, { origin }) => {
  if (!knowsHashes && operation.query === undefined) {
    return { errors: [{ message: 'PersistedQueryNotFound' }] };
  }
  const { text, operationName, variables } = knowsHashes
    ? readRequest(operation)
    : { ...operation, text: operation.query ?? '' };
  operations.push({ name: operationName ?? '', origin });
  if (!isCatalogueAvailable) return { data: null, errors: [{ message: 'The catalogue is unavailable.' }] };
  const result =
    brokenResults.get(operationName ?? '') ??
    (await graphql({
      schema,
      source: text,
      rootValue: catalogue,
      variableValues: variables,
      operationName,
      fieldResolver: resolveField,
    }));
  return { ...result, data: result.data ?? null, ...(stockShown && { stockShown }) };
};

const failures: unknown[] = [];
const renderImmediately: StorefrontOptions['limitRendering'] = (render) => render();
let limitRendering = renderImmediately;
let storefront: Storefront;
let server: Server;
let origin: string;

beforeAll(async () => {
  storefront = await createStorefront({
    execute,
    getOrigin: (request) => (request.get('host') === 'not a host' ? null : `http://${request.get('host')}`),
    getCatalogueVersion: () => version,
    onStockChanged: (listener) => {
      changeStock = listener;
    },
    getCatalogueNames: () => {
      nameListCount += 1;
      return isCatalogueAvailable ? names : null;
    },
    chargePage: async (_, page, furtherListingPages = 0) => {
      charges.push(furtherListingPages === 0 ? page : `${page} +${furtherListingPages}`);
      const headers: Record<string, string> =
        retryAfterSeconds === null
          ? { ratelimit: '"network";r=499000;t=42' }
          : { 'retry-after': String(retryAfterSeconds) };
      return { isGranted: retryAfterSeconds === null, headers };
    },
    limitRendering: (render, signal) => limitRendering(render, signal),
    onFailure: (error) => failures.push(error),
    sandbox: true,
    introspection: true,
    development: false,
  });
  server = createServer(express().use(storefront.handler));
  origin = `http://127.0.0.1:${await listenOnFreePort(server)}`;
});
beforeEach(() => {
  stockShown = undefined;
  isCatalogueAvailable = true;
  nameListCount = 0;
  knowsHashes = true;
  retryAfterSeconds = null;
  charges.length = 0;
  operations.length = 0;
  failures.length = 0;
  limitRendering = renderImmediately;
  brokenResults.clear();
  // Every test has its own version, so it never sees pages cached by another test.
  version = String(Number(version) + 1);
});
afterAll(async () => {
  await closeServer(server);
  await storefront.close();
});

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin}${path}`, { headers, redirect: 'manual' });
  return { response, html: await response.text() };
}

/** The page's scripts that contain Chakra's theme. */
async function findChakraScripts(html: string): Promise<string[]> {
  const files = listPageScripts(html);
  expect(files.length).toBeGreaterThan(2);
  const scripts = await Promise.all(files.map(async (file) => ({ file, text: (await open(file)).html })));
  return scripts.filter(({ text }) => text.includes('colorPalette')).map(({ file }) => file);
}

/** The rules of the page's inline and linked style sheets. A disabled link only names the file of an inline one. */
async function readStyles(html: string): Promise<string> {
  const inline = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, rules]) => rules);
  const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)];
  const linked = await Promise.all(links.map(async ([, file = '']) => (await open(file)).html));
  return [...inline, ...linked].join('\n');
}

/** Sends a request without `fetch`, which would normalize its path and replace its Host header. */
function requestStatus(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const { port } = new URL(origin);
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('a server-rendered page', () => {
  it('contains titles, languages and prices without scripts', async () => {
    const { response, html } = await open('/');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('गीतारहस्य');
    expect(html).toMatch(/lang="mr"[^>]*><a [^>]*>गीतारहस्य/);
    expect(html).toContain('₹1,250.50');
    expect(html).toContain('Free delivery in Pune');
  });

  it('is stored only by browsers, which check whether it has changed before they show it again', async () => {
    const { response } = await open('/');
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('vary')).toContain('Cookie');
  });

  it('is rendered from the texts of documents whose hashes the gateway does not know', async () => {
    knowsHashes = false;
    const { response, html } = await open('/');
    expect(response.status).toBe(200);
    expect(html).toContain('₹1,250.50');
  });

  it('escapes its data, so that a title cannot close the script element', async () => {
    const { html } = await open('/');
    const data = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(JSON.parse(data).apollo['Product:7'].name).toBe(book.name);
    expect(html).not.toContain('<script>alert');
  });

  it('only allows its own scripts', async () => {
    const { response, html } = await open('/');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    const scripts = [...html.matchAll(/<script(?![^>]*json)([^>]*)>(.*?)<\/script>/gs)];
    const [[, , inline = ''] = [], ...others] = scripts;
    const hash = createHash('sha256').update(inline).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(others).toEqual([]);
  });

  it('inlines its styles and loads few scripts', async () => {
    const { html } = await open('/');
    const [, head = ''] = /<head>(.*)<\/head>/s.exec(html) ?? [];
    expect(head).toMatch(/<style>[^<]*--bg/);
    expect([...head.matchAll(/<link rel="stylesheet" [^>]*>/g)].length).toBeGreaterThan(0);
    // The preload scanner of a browser ignores `disabled`, but not `media`.
    expect(head).not.toMatch(/<link rel="stylesheet" (?![^>]* disabled media="not all")/);
    const scripts = listPageScripts(html);
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.length).toBeLessThan(15);
  });

  it.each([
    ['/', 'HomePage'],
    ['/product', 'ProductListPage'],
    ['/product/7', 'ProductPage'],
  ])('at %s does not load Chakra at first', async (path, module) => {
    const { html } = await open(path);
    expect(html).toContain(`/assets/${module}-`);
    expect(html).not.toContain('--chakra');
    expect(await findChakraScripts(html)).toEqual([]);
  });

  it.each([
    '/user-login',
    '/registeration',
    '/contactus',
    '/cart-manager',
    '/cart-without-login',
    '/wish-list',
  ])('at %s has the styles of all its Chakra components before its scripts run', async (path) => {
    const { html } = await open(path);
    expect(await findChakraScripts(html)).not.toEqual([]);
    const rules = await readStyles(html);
    expect(rules).toMatch(/--chakra-colors-bg-panel:/);
    const used = new Set(html.match(/(?<=class="[^"]*)css-[a-z0-9]+/g));
    expect(used.size).toBeGreaterThan(0);
    for (const name of used) expect(rules).toContain(`.${name}`);
  });

  it('only refers to existing files, which are compressed and immutable', async () => {
    const { html } = await open('/');
    const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    const files = [...assets, ...listPageScripts(html)];
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const response = await fetch(`${origin}${file}`, { headers: { 'accept-encoding': 'br' } });
      await response.arrayBuffer();
      expect(response.status, file).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      if (/\.(js|css)$/.test(file)) expect(response.headers.get('content-encoding'), file).toBe('br');
    }
  });

  it('has one title, one description and one canonical URL without the query', async () => {
    const { html } = await open('/faq?from=mail');
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain('<title>FAQ – ');
    expect(html).toContain(`<link rel="canonical" href="${origin}/faq">`);
    expect(html).toMatch(/<meta name="description" content="[^"]+">/);
  });

  it.each([
    ['', '<html lang="en">'],
    ['colour-mode=dark', '<html lang="en" class="dark">'],
    ['a=b; colour-mode=light', '<html lang="en" class="light">'],
    ['colour-mode="><script>', '<html lang="en">'],
  ])('with the cookies "%s" starts with %s', async (cookie, start) => {
    const { html } = await open('/faq', cookie === '' ? {} : { cookie });
    expect(html).toContain(start);
  });

  it('lets visitors without scripts submit only the search and the language form', async () => {
    for (const path of ['/contactus', '/user-login', '/registeration']) {
      const { html } = await open(path);
      const forms = [...html.matchAll(/<form.*?<\/form>/gs)].filter(
        ([form]) => !/type="search"|action="\/interface-language"/.test(form),
      );
      expect(forms.length).toBeGreaterThan(0);
      for (const [form] of forms) expect(form).not.toContain('type="submit"');
    }
  });

  it('rejects a request without a valid host', async () => {
    expect(await requestStatus('/faq', { host: 'not a host' })).toBe(400);
  });

  it('passes the origin of the request on to the gateway', async () => {
    await open('/');
    expect(new Set(operations.map((operation) => operation.origin))).toEqual(new Set([origin]));
  });
});

describe('status codes', () => {
  it('are 404 for an unknown path, with a search form and links', async () => {
    const { response, html } = await open('/no/such/page');
    expect(response.status).toBe(404);
    expect(html).toContain('find that page');
    expect(html).toMatch(/<form[^>]*action="\/product"/);
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  it('are 503 with an error page while the catalogue is unavailable, and 200 afterwards', async () => {
    isCatalogueAvailable = false;
    const { response, html } = await open('/');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('10');
    expect(html).toContain('The shop is unavailable right now');
    isCatalogueAvailable = true;
    expect((await open('/')).response.status).toBe(200);
  });

  it('are 500 with an error page when rendering fails, and 200 when it works again', async () => {
    brokenResults.set('Slides', {
      data: {
        slides: [
          { __typename: 'Slide', id: '1', title: invalidText, image: null, link: null, translations: [] },
        ],
      },
    });
    const { response, html } = await open('/', { cookie: 'language=mr; colour-mode=dark' });
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('<html lang="mr" class="dark">');
    const [, main = ''] = html.split('<main');
    expect(main).toContain('काहीतरी चुकले');
    expect(main).toContain('पुन्हा प्रयत्न करा');
    expect(main).toMatch(/<a [^>]*href="\/"/);
    expect(html).toContain('<header');
    expect(html).not.toContain('React child');
    expect(failures).toHaveLength(1);
    brokenResults.clear();
    expect((await open('/', { cookie: 'language=mr; colour-mode=dark' })).response.status).toBe(200);
  });

  it.each([
    {
      cookie: '',
      start: '<html lang="en">',
      colours: 'color-scheme: light dark',
      text: "We couldn't show this page. Please try again.",
      retry: 'Try again',
    },
    {
      cookie: 'language=hi; colour-mode=light',
      start: '<html lang="hi">',
      colours: 'color-scheme: light;',
      text: 'यह पेज नहीं दिखाया जा सका। कृपया फिर से कोशिश करें।',
      retry: 'फिर से कोशिश करें',
    },
    {
      cookie: 'language=mr; colour-mode=dark',
      start: '<html lang="mr">',
      colours: 'color-scheme: dark;',
      text: 'हे पान दाखवता आले नाही. कृपया पुन्हा प्रयत्न करा.',
      retry: 'पुन्हा प्रयत्न करा',
    },
  ])(
    'are 500 with a static error page when the layout cannot be rendered either, with the cookies "$cookie"',
    async ({ cookie, start, colours, text, retry }) => {
      brokenResults.set('Notifications', {
        data: {
          notifications: [{ __typename: 'Notification', id: '1', text: invalidText, translations: [] }],
        },
      });
      const { response, html } = await open('/faq', cookie === '' ? {} : { cookie });
      expect(response.status).toBe(500);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(html).toContain(start);
      expect(html).toContain(colours);
      expect(html).toContain(`<p>${text}</p>`);
      expect(html).toContain(`<a href="">${retry}</a>`);
      expect(html).toContain('<a href="/">');
      expect(html).not.toContain('React child');
      expect(failures).toHaveLength(2);
    },
  );

  it('are 200 for a static page while the catalogue is unavailable', async () => {
    isCatalogueAvailable = false;
    expect((await open('/faq')).response.status).toBe(200);
  });

  it.each([
    ['/user', '/profile'],
    ['/cart', '/cart-manager'],
    ['/registration?a=1', '/registeration?a=1'],
    ['/register', '/registeration'],
    ['/login', '/user-login'],
    ['/wishlist', '/wish-list'],
    ['/orders?from=mail', '/profile?section=orders&from=mail'],
    ['/cart-manager/cart-user-address', '/cart-manager/buy-all-cart-products'],
  ])('are 301 from %s to %s', async (from, to) => {
    const { response } = await open(from);
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(to);
  });

  it.each([
    ['/language/marathi?sort=newest', '/language/%E0%A4%AE%E0%A4%B0%E0%A4%BE%E0%A4%A0%E0%A5%80?sort=newest'],
    ['/category/novels', '/category/Novels'],
  ])('are 301 from %s, a name in another script or case, to %s', async (from, to) => {
    const { response } = await open(from);
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(to);
  });

  it.each([
    ['/Cart-Manager', '/cart-manager'],
    ['/PRIVACY-POLICY?from=mail', '/privacy-policy?from=mail'],
    ['/faq/', '/faq'],
    ['/FAQ//', '/faq'],
    ['/Category/?page=2', '/category?page=2'],
    ['/CART-manager/Buy-All-Cart-Products/?without=A', '/cart-manager/buy-all-cart-products?without=A'],
    ['/Product/SKU-7', '/product/SKU-7'],
    ['/product/1/', '/product/1'],
    ['/Category/Novels//?page=2', '/category/Novels?page=2'],
    [
      '/language/%E0%A4%AE%E0%A4%B0%E0%A4%BE%E0%A4%A0%E0%A5%80/',
      '/language/%E0%A4%AE%E0%A4%B0%E0%A4%BE%E0%A4%A0%E0%A5%80',
    ],
    ['/Author/AC%2FDC%20/', '/author/AC%2FDC%20'],
    ['/Profile/Invoice/A-7/', '/profile/invoice/A-7'],
  ])('are 301 from %s, a path in another case or with a slash at its end, to %s', async (from, to) => {
    const { response } = await open(from);
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(to);
    const head = await fetch(`${origin}${from}`, { method: 'HEAD', redirect: 'manual' });
    expect([head.status, head.headers.get('location')]).toEqual([301, to]);
  });

  it.each([
    '/',
    '/?from=mail',
    '/faq?Search=A/',
    '/product/SKU-7',
    '/author/Tilak',
    '/Robots.txt',
    '/GraphQL',
    '/developers',
    '/sandbox',
  ])('are not 301 for %s, which is canonical or not a page', async (path) => {
    const { response } = await open(path);
    expect(response.headers.get('location')).toBeNull();
    expect(response.status).not.toBe(301);
  });

  it('are 404 for a part of a name that several collections contain', async () => {
    expect((await open('/category/novel')).response.status).toBe(404);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
    'are 405 for %s to a page, with an error page of the shop',
    async (method) => {
      const response = await fetch(`${origin}/product`, { method, headers: { cookie: 'language=hi' } });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(await response.text()).toContain('<html lang="hi">');
    },
  );

  it('are 413 for a language form that is too large, with an error page of the shop', async () => {
    const body = new URLSearchParams({ language: 'hi', return: `/${'a'.repeat(20_000)}` });
    const response = await fetch(`${origin}${languagePath}`, { method: 'POST', body });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('<html lang="en">');
  });

  it('are 404 without a page for a script of an older build', async () => {
    const { response, html } = await open('/assets/old-12345678.js');
    expect(response.status).toBe(404);
    expect(html).not.toContain('<html');
  });

  it.each([
    '/%E0%A4%A',
    '/product/%FF',
    '//evil.example/x',
    '/\\\\evil.example',
    '/..%2f..%2fpackage.json',
    '/%0a',
    '/a%0d%0ab',
    '/user%e2%80%a8',
  ])('are 404 without a log entry for %s', async (path) => {
    const warned = vi.spyOn(console, 'warn');
    const logged = vi.spyOn(console, 'error');
    expect(await requestStatus(path)).toBe(404);
    expect([...warned.mock.calls, ...logged.mock.calls]).toEqual([]);
  });
});

describe('the rendering check', () => {
  it('fails while the home page cannot be rendered, and reports why', async () => {
    brokenResults.set('Notifications', {
      data: { notifications: [{ __typename: 'Notification', id: '1', text: invalidText, translations: [] }] },
    });
    expect(await storefront.canRender()).toBe(false);
    expect(failures).not.toEqual([]);
    brokenResults.clear();
    expect(await storefront.canRender()).toBe(true);
  });
});

describe('search engines', () => {
  it('may read all pages, including those with noindex, and find the sitemap in robots.txt', async () => {
    const { response, html: text } = await open('/robots.txt');
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(text).toContain('User-agent: *\n');
    expect(text.match(/Disallow: .*/g)).toEqual(['Disallow: /graphql']);
    expect(text).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
  });

  it('get a sitemap with pages of the current catalogue, and 304 while it is unchanged', async () => {
    const { response, html: xml } = await open('/sitemap.xml');
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const urls = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
    expect(urls).toContain(`${origin}/`);
    expect(urls).toContain(`${origin}/author/${encodeURIComponent('टिळक')}`);
    expect(urls.at(-1)).toBe(`${origin}/product/8%20%26%20&apos;nine&apos;`);
    const again = await open('/sitemap.xml', {
      'if-none-match': response.headers.get('etag') ?? '',
      'cache-control': 'max-age=0',
    });
    expect(again.response.status).toBe(304);
    expect((await open('/sitemap-1.xml')).response.status).toBe(404);
  });

  it('get status 503 for the sitemap until the catalogue has been loaded', async () => {
    isCatalogueAvailable = false;
    const { response } = await open('/sitemap.xml');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('10');
  });

  it.each(['/cart-manager', '/profile', '/user-login', '/product?sort=lowToHigh', '/product?language=x'])(
    'must not index %s, which has no canonical URL',
    async (path) => {
      const { html } = await open(path);
      expect(html).toContain('<meta name="robots" content="noindex">');
      expect(html).not.toContain('rel="canonical"');
    },
  );

  it('get a description of the shop with absolute URLs from the home page', async () => {
    const { html } = await open('/');
    const items = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json]) => JSON.parse(json ?? ''),
    );
    expect(items).toMatchObject([
      { '@type': ['Organization', 'BookStore'], url: `${origin}/`, address: { postalCode: '411030' } },
      {
        '@type': 'WebSite',
        url: `${origin}/`,
        potentialAction: { target: { urlTemplate: `${origin}/product?search={search_term_string}` } },
      },
    ]);
    expect(html).toContain('<meta property="og:type" content="website">');
    expect(html).toContain('<meta property="og:locale" content="en_IN">');
    expect(html).toContain(`<meta property="og:url" content="${origin}/">`);
    const imageUrl = /<meta property="og:image" content="([^"]*)">/.exec(html)?.[1] ?? '';
    expect((await open(imageUrl.replace(origin, ''))).response.headers.get('content-type')).toBe('image/png');
  });
});

describe('the page cache', () => {
  it('renders a page once for all visitors until the catalogue changes', async () => {
    await Promise.all([open('/'), open('/')]);
    await open('/');
    const operationCount = operations.length;
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operationCount);
    version = String(Number(version) + 1);
    await open('/');
    expect(operations.length).toBe(operationCount * 2);
  });

  const book7 = { productIds: new Set(['7']), dependsOnAvailability: false };
  const book7Sold = { productIds: new Set(['7']), affectsAvailability: false };
  const book8SoldOut = { productIds: new Set(['8']), affectsAvailability: true };
  it.each<['drops' | 'keeps', string, StockShown | undefined, StockChange]>([
    ['drops', 'shows the stock of the book', book7, book7Sold],
    ['keeps', 'shows the stock of another book', book7, book8SoldOut],
    ['drops', 'lists the available books', { ...book7, dependsOnAvailability: true }, book8SoldOut],
    [
      'keeps',
      'lists the available books, if all of them stay available',
      { productIds: new Set(['8']), dependsOnAvailability: true },
      book7Sold,
    ],
    ['keeps', 'shows no stock', { productIds: new Set(), dependsOnAvailability: false }, book8SoldOut],
    ['drops', 'may show any stock', undefined, book7Sold],
  ])('after a change of stock, %s a page that %s', async (effect, _, shown, change) => {
    stockShown = shown;
    await open('/');
    const operationCount = operations.length;
    changeStock(change);
    await open('/');
    expect(operations.length).toBe(effect === 'drops' ? operationCount * 2 : operationCount);
  });

  it('does not store pages with very long URLs, which would replace all others', async () => {
    const createUrl = (length: number) => '/faq?'.padEnd(length, 'x');
    for (const length of [1_000, 1_000, 1_001, 1_001]) await open(createUrl(length));
    expect(charges).toEqual(['renderedPage', 'cachedPage', 'renderedPage', 'renderedPage']);
  });

  it('does not store a page that was rendered while stock changed', async () => {
    stockShown = book7;
    limitRendering = async (render) => {
      const page = await render();
      changeStock(book7Sold);
      return page;
    };
    await open('/');
    const operationCount = operations.length;
    limitRendering = renderImmediately;
    await open('/');
    expect(operations.length).toBe(operationCount * 2);
  });

  it('aborts a rendering once all its visitors have disconnected, and renders again on the next request', async () => {
    const waiting: AbortSignal[] = [];
    limitRendering = (_render, signal) => {
      waiting.push(signal);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const caller = new AbortController();
    const calls = Promise.allSettled(
      ['/faq', '/faq', '/posts'].map((path) => fetch(`${origin}${path}`, { signal: caller.signal })),
    );
    await expect.poll(() => waiting.length).toBe(2);
    expect(waiting.map(({ aborted }) => aborted)).toEqual([false, false]);
    caller.abort();
    await calls;
    await expect.poll(() => waiting.map(({ aborted }) => aborted)).toEqual([true, true]);
    limitRendering = renderImmediately;
    expect((await open('/faq')).response.status).toBe(200);
  });

  it('responds with 304 to visitors who have the page', async () => {
    const { response } = await open('/faq');
    const etag = response.headers.get('etag') ?? '';
    const again = await open('/faq', { 'if-none-match': etag, 'cache-control': 'max-age=0' });
    expect(again.response.status).toBe(304);
    expect(again.html).toBe('');
  });

  it.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['*', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, identity', null],
    ['identity', null],
  ])('serves visitors with Accept-Encoding: %s the encoding %s', async (accepted, encoding) => {
    const { response } = await open('/', { 'accept-encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
  });
});

describe('the page quota of a network', () => {
  it('is charged for rendered and cached pages and for unknown paths, but not for files', async () => {
    const { html, response } = await open('/');
    expect(response.headers.get('ratelimit')).toBe('"network";r=499000;t=42');
    expect(charges).toEqual(['renderedPage']);
    await open('/');
    expect(charges).toEqual(['renderedPage', 'cachedPage']);
    const [script = ''] = listPageScripts(html);
    for (const path of [script, '/robots.txt', '/favicon.svg']) {
      expect((await open(path)).response.status, path).toBe(200);
    }
    expect(charges).toHaveLength(2);
    await open('/no/such/page');
    await open('/no/such/page');
    expect(charges.slice(2)).toEqual(['renderedPage', 'renderedPage']);
  });

  it.each([
    ['/product?page=10', 'renderedPage +9'],
    ['/product?page=1000', 'renderedPage +9'],
    ['/product?page=-5', 'renderedPage'],
    ['/Product/?search=x&page=3', 'renderedPage +2'],
    ['/posts/../product?page=3', 'renderedPage +2'],
    [`/language/${encodeURIComponent('मराठी')}?page=3`, 'renderedPage +2'],
    ['/category?page=3', 'renderedPage'],
  ])('is charged for each page of a listing that the document may contain: %s', async (path, charge) => {
    await requestStatus(path);
    expect(charges).toEqual([charge]);
  });

  it('is charged for the sitemap, which is built only once, and for parts that do not exist', async () => {
    expect((await open('/sitemap.xml')).response.headers.get('ratelimit')).toBe('"network";r=499000;t=42');
    await open('/sitemap.xml');
    expect(charges).toEqual(['renderedPage', 'cachedPage']);
    expect(nameListCount).toBe(1);
    await open('/sitemap-9999.xml');
    await open('/sitemap-9999.xml');
    expect(charges.slice(2)).toEqual(['renderedPage', 'renderedPage']);
    nameListCount = 0;
    retryAfterSeconds = 17;
    for (const path of ['/sitemap.xml', '/sitemap-9999.xml']) {
      const { response } = await open(path);
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '17']);
    }
    expect(nameListCount).toBe(0);
  });

  it.each([
    ['', 'en', 'Try again'],
    ['language=mr', 'mr', 'पुन्हा प्रयत्न करा'],
    ['language=hi', 'hi', 'फिर से कोशिश करें'],
  ])(
    'leads to status 429 and a small page once it is used up: for the cookie "%s", in the language "%s"',
    async (cookie, language, retry) => {
      retryAfterSeconds = 17;
      const { response, html } = await open('/category', { cookie });
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe('17');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toContain("object-src 'none'");
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(`<a href="">${retry}</a>`);
      expect(html).not.toContain('<script');
      expect(html.length).toBeLessThan(2_000);
      expect(operations).toEqual([]);
    },
  );

  it('applies even to cached pages once it is used up', async () => {
    await open('/faq');
    retryAfterSeconds = 17;
    expect((await open('/faq')).response.status).toBe(429);
  });
});
