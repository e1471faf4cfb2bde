import { existsSync } from 'node:fs';
import path from 'node:path';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { routes } from '#web/app/routes.tsx';
import type { PageHandle } from '#web/routing/page.tsx';

function pageHandles(level: readonly RouteObject[]): PageHandle[] {
  return level.flatMap(({ handle, children }) => [
    ...(handle ? [handle] : []),
    ...pageHandles(children ?? []),
  ]);
}

describe('the route table', () => {
  it('names an existing module for every page', () => {
    const missing = pageHandles(routes).filter(({ module }) => !existsSync(path.join('web', module)));
    expect(missing).toEqual([]);
    expect(pageHandles(routes).length).toBeGreaterThan(10);
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
  ])('has a page or a redirect for %s', (path) => {
    expect(matchRoutes(routes, path)?.at(-1)?.route.path).not.toBe('*');
  });

  it('has the not-found page for every other path', () => {
    expect(matchRoutes(routes, '/no/such/page')?.at(-1)?.route.path).toBe('*');
  });
});
