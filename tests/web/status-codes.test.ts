import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { languagePath } from '#web/i18n/languages.ts';
import { setUpStorefront } from './storefront-setup.ts';

const { open, requestStatus, settings, recording, getOrigin, canRender } = setUpStorefront();
const invalidText = { is: 'no text' };

describe('status codes', () => {
  it('are 404 for an unknown path, with a page that has a search form and is not indexed', async () => {
    const { response, html } = await open('/no/such/page');
    expect(response.status).toBe(404);
    expect(html).toContain('find that page');
    expect(html).toMatch(/<form[^>]*action="\/product"/);
    expect(html).toContain('<meta name="robots" content="noindex">');
  });

  it('are 503 with an error page while the catalogue is unavailable, and 200 afterwards', async () => {
    settings.isCatalogueAvailable = false;
    const { response, html } = await open('/');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('10');
    expect(html).toContain('The shop is unavailable right now');
    settings.isCatalogueAvailable = true;
    expect((await open('/')).response.status).toBe(200);
  });

  it('are 500 with an error page when rendering fails, and 200 when it works again', async () => {
    settings.brokenResults.set('Slides', {
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
    expect(recording.failures).toHaveLength(1);
    // The page cache stores pages when they are requested for the second time.
    await open('/', { cookie: 'language=mr; colour-mode=dark' });
    settings.brokenResults.clear();
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
      settings.brokenResults.set('Notifications', {
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
      expect(recording.failures).toHaveLength(2);
    },
  );

  it('are 200 for a static page while the catalogue is unavailable', async () => {
    settings.isCatalogueAvailable = false;
    expect((await open('/faq')).response.status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
    'are 405 for %s to a page, with an error page of the shop',
    async (method) => {
      const response = await fetch(`${getOrigin()}/product`, { method, headers: { cookie: 'language=hi' } });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(await response.text()).toContain('<html lang="hi">');
    },
  );

  it('are 413 for a language form that is too large, with an error page of the shop', async () => {
    const body = new URLSearchParams({ language: 'hi', return: `/${'a'.repeat(20_000)}` });
    const response = await fetch(`${getOrigin()}${languagePath}`, { method: 'POST', body });
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
  const breakHomePage = () =>
    settings.brokenResults.set('Notifications', {
      data: { notifications: [{ __typename: 'Notification', id: '1', text: invalidText, translations: [] }] },
    });

  it('fails while the home page cannot be rendered, and reports why', async () => {
    breakHomePage();
    expect([await canRender(), await canRender()]).toEqual([false, false]);
    expect(recording.failures).not.toEqual([]);
    settings.brokenResults.clear();
    expect(await canRender()).toBe(true);
  });

  it('renders the page again even if the clock has been set back since the last success', async () => {
    expect(await canRender()).toBe(true);
    onTestFinished(() => {
      vi.useRealTimers();
      settings.brokenResults.clear();
    });
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    vi.setSystemTime(Date.now() - 86_400_000);
    vi.advanceTimersByTime(3_600_000);
    breakHomePage();
    expect(await canRender()).toBe(false);
  });
});
