// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { createMemoryRouter, Link, matchRoutes, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createBrowserClient } from '#web/apollo/browser-client.ts';
import { App } from '#web/app/App.tsx';
import { pageDataId } from '#web/app/document.ts';
import { PageError } from '#web/app/PageError.tsx';
import { routes } from '#web/app/routes.tsx';
import { getBrowserSession } from '#web/auth/session.ts';
import { createI18n } from '#web/i18n/i18n.ts';
import { createPageRoute, type PageModule } from '#web/routing/page.tsx';
import { provideRouterContext } from '#web/routing/router-context.ts';
import { demoShop } from '../demo-shop.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  window.history.replaceState(null, '');
});

/** Renders a shop with two pages, fakes the timers, and navigates to the second page, which `load` loads. */
async function openSecondPage(load: () => Promise<PageModule>): Promise<void> {
  const i18n = await createI18n('en');
  const client = createBrowserClient({ session: getBrowserSession() });
  const layout = (
    <>
      <nav>
        <Link to="/second">Second</Link>
      </nav>
      <Outlet />
    </>
  );
  const second = createPageRoute('second', 'second.tsx', load);
  const router = createMemoryRouter(
    [
      {
        element: layout,
        children: [{ ErrorBoundary: PageError, children: [{ path: '/', element: <p>First</p> }, second] }],
      },
    ],
    { getContext: () => provideRouterContext({ client, waitForData: false }) },
  );
  render(
    <App client={client} i18n={i18n} shop={demoShop}>
      <RouterProvider router={router} />
    </App>,
  );
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  void router.navigate('/second');
}

/** Makes every request fail, so that the page does not reload itself. */
function loseConnection(): void {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no connection'));
}

describe('a page whose script loads late or not at all', () => {
  it('fails after 120 seconds', async () => {
    loseConnection();
    await openSecondPage(() => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(119_000);
    expect(screen.getByText('First')).toBeDefined();
    await vi.advanceTimersByTimeAsync(1_500);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain("Part of the page didn't load.");
    expect(screen.getByRole('link', { name: 'Second' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeDefined();
  });

  it('is shown when the script loads after 119 seconds', async () => {
    const Component = () => <p>The second page</p>;
    const late = Promise.withResolvers<PageModule>();
    await openSecondPage(() => late.promise);
    await vi.advanceTimersByTimeAsync(119_000);
    late.resolve({ Component });
    expect(await screen.findByText('The second page')).toBeDefined();
  });

  it('shows a message when the shopper tries to reload it without a connection', async () => {
    loseConnection();
    await openSecondPage(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    (await screen.findByRole('button', { name: 'Reload page' })).click();
    expect(await screen.findByText(/We still can't reach the shop/)).toBeDefined();
  });

  it('does not reload itself while another page opens', async () => {
    loseConnection();
    // Firefox then cancels the requests for the scripts of this page.
    window.dispatchEvent(new Event('beforeunload'));
    await openSecondPage(() => Promise.reject(new TypeError('error loading dynamically imported module')));
    (await screen.findByRole('button', { name: 'Reload page' })).click();
    await screen.findByText(/We still can't reach the shop/);
    // Only the button has tried to reload the page.
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});

describe('a server-rendered page whose script does not load', () => {
  it('shows a message when the shopper tries to reload it without a connection', async () => {
    const failure = {
      text: "Part of the page didn't load.",
      retry: 'Reload page',
      unreachable: 'No response.',
    };
    render(
      <script type="application/json" id={pageDataId}>
        {JSON.stringify({ failure })}
      </script>,
    );
    window.history.replaceState(null, '', '/faq');
    const route = matchRoutes(routes, '/faq')?.at(-1)?.route ?? {};
    const { lazy } = route;
    // Other test files share the route table.
    onTestFinished(() => void Object.assign(route, { lazy }));
    Object.assign(route, { lazy: () => Promise.reject(new TypeError('Failed to fetch')) });
    loseConnection();
    await import('#web/entry-client.tsx');
    const alert = await screen.findByRole('alert');
    onTestFinished(() => alert.remove());
    expect(alert.textContent).toContain("Part of the page didn't load.");
    within(alert).getByText('Reload page').click();
    await within(alert).findByText(/No response/);
  });
});
