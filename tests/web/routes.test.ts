import { existsSync } from 'node:fs';
import path from 'node:path';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { routes } from '#web/app/routes.tsx';
import type { PageHandle } from '#web/routing/page.tsx';

function screens(level: readonly RouteObject[]): PageHandle[] {
  return level.flatMap(({ handle, children }) => [...(handle ? [handle] : []), ...screens(children ?? [])]);
}

describe('the route table', () => {
  it('names for each screen the file it is loaded from', () => {
    const missing = screens(routes).filter(({ module }) => !existsSync(path.join('web', module)));
    expect(missing).toEqual([]);
    expect(screens(routes).length).toBeGreaterThan(10);
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
  ])('knows %s', (address) => {
    expect(matchRoutes(routes, address)?.at(-1)?.route.path).not.toBe('*');
  });

  it('has a page for every other address', () => {
    expect(matchRoutes(routes, '/no/such/page')?.at(-1)?.route.path).toBe('*');
  });
});
