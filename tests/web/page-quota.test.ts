import { describe, expect, it } from 'vitest';
import { listPageScripts } from '#tests/page-scripts.ts';
import { setUpStorefront } from './storefront-setup.ts';

const { open, requestStatus, settings, recording } = setUpStorefront();

describe('the page quota of a network', () => {
  it('is charged for rendered and cached pages and for unknown paths, but not for files', async () => {
    await open('/?quota');
    const { html, response } = await open('/?quota');
    expect(response.headers.get('ratelimit')).toBe('"network";r=499000;t=42');
    await open('/?quota');
    expect(recording.charges).toEqual(['renderedPage', 'renderedPage', 'cachedPage']);
    const [script = ''] = listPageScripts(html);
    for (const path of [script, '/robots.txt', '/favicon.svg']) {
      expect((await open(path)).response.status, path).toBe(200);
    }
    expect(recording.charges).toHaveLength(3);
    for (let count = 0; count < 3; count += 1) await open('/no/such/page');
    expect(recording.charges.slice(3)).toEqual(Array(3).fill('renderedPage'));
  });

  it.each([
    ['/product?page=10', 'renderedPage +9'],
    ['/product?page=1000', 'renderedPage +9'],
    ['/product?page=-5', 'renderedPage'],
    ['/Product/?search=x&page=3', 'renderedPage +2'],
    ['/posts/../product?page=3', 'renderedPage +2'],
    [`/language/${encodeURIComponent('मराठी')}?page=3`, 'renderedPage +2'],
    ['/category?page=3', 'renderedPage'],
  ])(
    'is charged for each page of a listing that is rendered into one document, at most ten: %s',
    async (path, charge) => {
      await requestStatus(path);
      expect(recording.charges).toEqual([charge]);
    },
  );

  it('is charged for the sitemap, which is cached, and for parts of it that do not exist', async () => {
    expect((await open('/sitemap.xml')).response.headers.get('ratelimit')).toBe('"network";r=499000;t=42');
    for (let count = 0; count < 2; count += 1) await open('/sitemap.xml');
    expect(recording.charges).toEqual(['renderedPage', 'renderedPage', 'cachedPage']);
    expect(recording.sitemapListCount).toBe(2);
    for (let count = 0; count < 3; count += 1) await open('/sitemap-9999.xml');
    expect(recording.charges.slice(3)).toEqual(Array(3).fill('renderedPage'));
  });

  it('leads to status 429 for the sitemap, and for parts of it that do not exist, once the quota is used up', async () => {
    settings.retryAfterSeconds = 17;
    for (const path of ['/sitemap.xml', '/sitemap-9999.xml']) {
      const { response } = await open(path);
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '17']);
    }
    expect(recording.sitemapListCount).toBe(0);
  });

  it.each([
    ['', 'en', 'Try again'],
    ['language=mr', 'mr', 'पुन्हा प्रयत्न करा'],
    ['language=hi', 'hi', 'फिर से कोशिश करें'],
  ])(
    'leads to status 429 and a small page once it is used up: for the cookie "%s", in the language "%s"',
    async (cookie, language, retry) => {
      settings.retryAfterSeconds = 17;
      const { response, html } = await open('/category', { cookie });
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe('17');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toContain("object-src 'none'");
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).toContain(`<a href="">${retry}</a>`);
      expect(html).not.toContain('<script');
      for (const [, token] of html.matchAll(/var\((--[\w-]+)\)/g))
        expect(html).toContain(`${token}: light-dark(`);
      expect(html.length).toBeLessThan(2_000);
      expect(recording.operations).toEqual([]);
    },
  );

  it('leads to status 429 even for cached pages once it is used up', async () => {
    await open('/faq');
    await open('/faq');
    settings.retryAfterSeconds = 17;
    expect((await open('/faq')).response.status).toBe(429);
  });
});
