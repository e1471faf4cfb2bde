import { describe, expect, it } from 'vitest';
import { setUpStorefront } from './storefront-setup.ts';

const { open, getOrigin } = setUpStorefront();

async function expectPermanentRedirect(from: string, to: string): Promise<void> {
  const { response } = await open(from);
  expect(response.status).toBe(301);
  expect(response.headers.get('location')).toBe(to);
}

describe('the storefront', () => {
  it.each([
    ['/user', '/profile'],
    ['/cart', '/cart-manager'],
    ['/registration?a=1', '/registeration?a=1'],
    // Tracking parameters are moved to the end.
    ['/registration?utm_source=mail&a=1', '/registeration?a=1&utm_source=mail'],
    ['/Wish-List/?fbclid=x', '/wish-list?fbclid=x'],
    ['/register', '/registeration'],
    ['/login', '/user-login'],
    ['/wishlist', '/wish-list'],
    ['/orders?from=mail', '/profile?section=orders&from=mail'],
    ['/cart-manager/cart-user-address', '/cart-manager/buy-all-cart-products'],
  ])('redirects permanently from %s to %s', expectPermanentRedirect);

  it.each([
    ['/language/marathi?sort=newest', '/language/%E0%A4%AE%E0%A4%B0%E0%A4%BE%E0%A4%A0%E0%A5%80?sort=newest'],
    ['/category/novels', '/category/Novels'],
    ['/category/Caf%C3%A9-Nov%C3%A9ls', '/category/Cafe%20Novels'],
  ])(
    'redirects permanently from %s, which has a name in another script, letter case or spelling, to %s',
    expectPermanentRedirect,
  );

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
    ['/developers/', '/developers'],
    ['/developers/search//?q=cart/', '/developers/search?q=cart/'],
  ])(
    'redirects permanently from %s, which has another letter case or a slash at its end, to %s',
    async (from, to) => {
      await expectPermanentRedirect(from, to);
      const head = await fetch(`${getOrigin()}${from}`, { method: 'HEAD', redirect: 'manual' });
      expect([head.status, head.headers.get('location')]).toEqual([301, to]);
    },
  );

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
  ])('does not redirect from %s, which is canonical or not a page', async (path) => {
    const { response } = await open(path);
    expect(response.headers.get('location')).toBeNull();
    expect(response.status).not.toBe(301);
  });

  it('responds with 404 to a name that is only part of the names of several collections', async () => {
    expect((await open('/category/novel')).response.status).toBe(404);
  });

  it.each([
    ['has a word that the collection\u2019s name lacks', 'New Novels', 'Novels'],
    ['is the beginning of the collection\u2019s name', 'Nov', 'Novels'],
    ['lacks an anusvara of the collection\u2019s name', 'शाता', 'शांता'],
    ['lacks a # of the collection\u2019s name', 'C', 'C#'],
    [
      'is in another script and lacks a word of the collection\u2019s name',
      'मराठी कादंबरी',
      'Marathi Novels, Translated',
    ],
    [
      'is in another script and differs from the collection\u2019s name in one word',
      'नवी कादंबरी',
      'Kadambari Maza',
    ],
  ])(
    'responds to a name that %s with 404 and a link to the only similar collection',
    async (_, name, found) => {
      const { response, html } = await open(`/category/${encodeURIComponent(name)}`);
      expect(response.status).toBe(404);
      expect(html).toContain('Did you mean:');
      expect(html).toMatch(
        new RegExp(`<a [^>]*href="/category/${encodeURIComponent(found)}"[^>]*>${found}</a>`),
      );
    },
  );
});
