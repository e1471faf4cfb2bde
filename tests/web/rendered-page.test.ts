import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listPageScripts } from '#tests/page-scripts.ts';
import { book, setUpStorefront } from './storefront-setup.ts';

const { open, requestStatus, settings, recording, getOrigin } = setUpStorefront();

/** The page's scripts that contain Chakra's theme. */
async function findChakraScripts(html: string): Promise<string[]> {
  const files = listPageScripts(html);
  expect(files.length).toBeGreaterThan(2);
  const scripts = await Promise.all(files.map(async (file) => ({ file, text: (await open(file)).html })));
  return scripts.filter(({ text }) => text.includes('colorPalette')).map(({ file }) => file);
}

/** The rules of the page's style sheets, inline and linked. A disabled link is skipped: its rules are also inline. */
async function readStyles(html: string): Promise<string> {
  const inline = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, rules]) => rules);
  const links = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)];
  const linked = await Promise.all(links.map(async ([, file = '']) => (await open(file)).html));
  return [...inline, ...linked].join('\n');
}

describe('a server-rendered page', () => {
  it('contains titles, languages and prices in its HTML', async () => {
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

  it('is rendered even if the gateway does not know the hashes of the documents', async () => {
    settings.knowsHashes = false;
    const { response, html } = await open('/');
    expect(response.status).toBe(200);
    expect(html).toContain('₹1,250.50');
  });

  it('has no more than 20 links that remove a filter, because the URL of each contains all other filters', async () => {
    const values = Array.from({ length: 100 }, (_, index) => index);
    const query = ['category', 'language', 'publisher', 'author'].flatMap((dimension) =>
      values.map((value) => `${dimension}=${dimension}${value}`),
    );
    const { response, html } = await open(`/product?${query.join('&')}`);
    expect(response.status).toBe(200);
    expect(html.match(/aria-label="Remove /g)).toHaveLength(20);
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
    // A disabled link also needs `media`, because a browser's preload scanner ignores `disabled`.
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

  it('refers only to existing files, which are immutable, and compressed if they are scripts or styles', async () => {
    const { html } = await open('/');
    const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file ?? '');
    const files = [...assets, ...listPageScripts(html)];
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const response = await fetch(`${getOrigin()}${file}`, { headers: { 'accept-encoding': 'br' } });
      await response.arrayBuffer();
      expect(response.status, file).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      if (/\.(js|css)$/.test(file)) expect(response.headers.get('content-encoding'), file).toBe('br');
    }
  });

  it.each(['bytes=99999999-', 'bytes=5-2', 'bytes=-5'])(
    'refers to files that are sent whole, even for the range %s',
    async (range) => {
      const { html } = await open('/');
      const [script = ''] = listPageScripts(html);
      const whole = await fetch(`${getOrigin()}${script}`);
      const response = await fetch(`${getOrigin()}${script}`, { headers: { range } });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(await whole.text());
    },
  );

  it('has one title, a description and a canonical URL without the query', async () => {
    const { html } = await open('/faq?from=mail');
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain('<title>FAQ – ');
    expect(html).toContain(`<link rel="canonical" href="${getOrigin()}/faq">`);
    expect(html).toMatch(/<meta name="description" content="[^"]+">/);
  });

  it.each(['', 'अ'])(
    'has a long title that is cut between letters, not before a Devanagari vowel sign: %s…',
    async (start) => {
      const { html } = await open(`/product?search=${encodeURIComponent(start + 'कि'.repeat(70))}`);
      expect(/<title>(.*?)<\/title>/.exec(html)?.[1]).toContain('कि… – ');
    },
  );

  it('has no description, not even an empty one, at an unknown URL', async () => {
    const { response, html } = await open('/no/such/page');
    expect(response.status).toBe(404);
    expect(html).not.toContain('name="description"');
  });

  it.each([
    ['', '<html lang="en">'],
    ['colour-mode=dark', '<html lang="en" class="dark">'],
    ['a=b; colour-mode=light', '<html lang="en" class="light">'],
    ['colour-mode="><script>', '<html lang="en">'],
  ])('with the cookies "%s" contains %s', async (cookie, start) => {
    const { html } = await open('/faq', cookie === '' ? {} : { cookie });
    expect(html).toContain(start);
  });

  it('lets visitors without scripts submit no forms other than the search and the language form', async () => {
    for (const path of ['/contactus', '/user-login', '/registeration']) {
      const { html } = await open(path);
      const forms = [...html.matchAll(/<form.*?<\/form>/gs)].filter(
        ([form]) => !/type="search"|action="\/interface-language"/.test(form),
      );
      expect(forms.length).toBeGreaterThan(0);
      for (const [form] of forms) expect(form).not.toContain('type="submit"');
    }
  });

  it('is not rendered for a request without a valid host', async () => {
    expect(await requestStatus('/faq', { host: 'not a host' })).toBe(400);
  });

  it('is rendered from queries that carry the origin of the request', async () => {
    await open('/');
    expect(new Set(recording.operations.map((operation) => operation.origin))).toEqual(
      new Set([getOrigin()]),
    );
  });
});
