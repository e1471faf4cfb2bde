import { matchRoutes, type RouteObject } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { routes } from '#web/app/routes.tsx';

function listPages(level: readonly RouteObject[]): RouteObject[] {
  return level.flatMap((route) => [
    ...(route.lazy === undefined ? [] : [route]),
    ...listPages(route.children ?? []),
  ]);
}

describe('the route table', () => {
  it('loads a component for every page', async () => {
    const pages = listPages(routes);
    expect(pages.length).toBeGreaterThan(10);
    for (const { path, lazy } of pages) {
      const loaded = typeof lazy === 'function' ? await lazy() : {};
      expect(loaded.Component, path).toBeTypeOf('function');
    }
  });

  it.each([
    '/',
    '/aboutus',
    '/contactus',
    '/privacy-policy',
    '/terms-and-conditions',
    '/refund-policy',
    '/payment-info',
    '/return-policy',
    '/shipping-info',
    '/faq',
    '/posts',
    '/footer',
    '/user',
    '/cart',
    '/registration',
    '/register',
    '/login',
    '/wishlist',
    '/orders',
    '/shared-wish-list',
    '/offline',
  ])('has a page or a redirect for %s', (path) => {
    expect(matchRoutes(routes, path)?.at(-1)?.route.path).not.toBe('*');
  });

  it('has the not-found page for an unknown path', () => {
    expect(matchRoutes(routes, '/no/such/page')?.at(-1)?.route.path).toBe('*');
  });
});
