import type { ApolloClient } from '@apollo/client';
// Imported here, so that no test waits while the library's thousand modules load.
import '@chakra-ui/react';
import { type RenderResult, render } from '@testing-library/react';
import { createMemoryRouter, type InitialEntry, Outlet, RouterProvider } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { createBrowserClient } from '#web/apollo/browser-client.ts';
import { App } from '#web/app/App.tsx';
import { followSession } from '#web/app/follow-session.ts';
import { purchaseRoutes } from '#web/app/purchase-routes.ts';
import { NavigationProgress } from '#web/app/shell/NavigationProgress.tsx';
import { getBrowserSession } from '#web/auth/session.ts';
import { CartLink } from '#web/cart/CartLink.tsx';
import { createI18n } from '#web/i18n/i18n.ts';
import { createErrorTranslator } from '#web/i18n/server-messages.ts';
import { provideRouterContext } from '#web/routing/router-context.ts';
import { ToastHost } from '#web/ui/toast/ToastHost.tsx';
import { demoShop } from '../demo-shop.ts';
import { gatewayUrl } from './gateway-stub.ts';

interface RenderedShop extends RenderResult {
  client: ApolloClient;
  router: ReturnType<typeof createMemoryRouter>;
}

/**
 * Renders the cart, checkout and wish list pages with the header's cart link, starting at `initialEntry`.
 *
 * @param component rendered at `/`.
 */
export async function renderShop(
  initialEntry: InitialEntry,
  component?: React.ReactNode,
): Promise<RenderedShop> {
  const session = getBrowserSession();
  const i18n = await createI18n('en');
  const { client, cache } = createBrowserClient({
    session,
    uri: gatewayUrl,
    translateError: createErrorTranslator(i18n),
  });
  const layout = (
    <>
      <NavigationProgress />
      <CartLink />
      <main>
        <Outlet />
      </main>
      <ToastHost />
    </>
  );
  const router = createMemoryRouter(
    [
      {
        element: layout,
        HydrateFallback: () => null,
        children: [
          { path: '/', element: component },
          ...purchaseRoutes,
          { path: '*', element: <p>Another page</p> },
        ],
      },
    ],
    {
      initialEntries: [initialEntry],
      getContext: () => provideRouterContext({ client, waitForData: false }),
    },
  );
  onTestFinished(followSession({ session, cache, router, i18n }));
  const rendered = render(
    <App client={client} i18n={i18n} shop={demoShop}>
      <RouterProvider router={router} />
    </App>,
  );
  return { ...rendered, client, router };
}
