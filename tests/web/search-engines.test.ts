import { describe, expect, it } from 'vitest';
import { setUpStorefront } from './storefront-setup.ts';

const { open, settings, getOrigin } = setUpStorefront();

describe('search engines', () => {
  it('may read all pages, including those with noindex, and find the sitemap in robots.txt', async () => {
    const { response, html: text } = await open('/robots.txt');
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(text).toContain('User-agent: *\n');
    expect(text.match(/Disallow: .*/g)).toEqual(['Disallow: /graphql']);
    expect(text).toContain(`\nSitemap: ${getOrigin()}/sitemap.xml\n`);
  });

  it('get a sitemap with pages of the current catalogue, and 304 while it is unchanged', async () => {
    const origin = getOrigin();
    const { response, html: xml } = await open('/sitemap.xml');
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const urls = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
    expect(urls).toContain(`${origin}/`);
    expect(urls).toContain(`${origin}/developers/quick-starts`);
    expect(urls).toContain(`${origin}/author/${encodeURIComponent('टिळक')}`);
    expect(urls.at(-1)).toBe(`${origin}/product/8%20%26%20&apos;nine&apos;`);
    const again = await open('/sitemap.xml', {
      'if-none-match': response.headers.get('etag') ?? '',
      'cache-control': 'max-age=0',
    });
    expect(again.response.status).toBe(304);
    expect((await open('/sitemap-1.xml')).response.status).toBe(404);
  });

  it('get a sitemap with URLs of the host that they request, whatever host was requested before', async () => {
    const origin = getOrigin();
    for (const requested of [origin, origin.replace('127.0.0.1', 'localhost'), origin]) {
      const response = await fetch(`${requested}/sitemap.xml`);
      expect(await response.text()).toContain(`<loc>${requested}/</loc>`);
    }
  });

  it('get status 503 for the sitemap until the catalogue has been loaded', async () => {
    settings.isCatalogueAvailable = false;
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
    const origin = getOrigin();
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
