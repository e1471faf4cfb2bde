import { render } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { createBrowserClient } from '#web/apollo/browser-client.ts';
import { App } from '#web/app/App.tsx';
import { catalogueRoutes } from '#web/app/catalogue-routes.ts';
import { NavigationProgress } from '#web/app/shell/NavigationProgress.tsx';
import { getBrowserSession } from '#web/auth/session.ts';
import { createI18n } from '#web/i18n/i18n.ts';
import type { LanguageCode } from '#web/i18n/languages.ts';
import { createErrorTranslator } from '#web/i18n/server-messages.ts';
import { provideRouterContext } from '#web/routing/router-context.ts';
import { ToastHost } from '#web/ui/toast/ToastHost.tsx';
import { demoShop } from '../demo-shop.ts';
import { gatewayUrl } from './gateway-stub.ts';

/** Opens a catalogue page as a visitor's browser would, with routes, loaders, cache and messages. */
export async function visit(url: string, language: LanguageCode = 'en') {
  const i18n = await createI18n(language);
  const { client } = createBrowserClient({
    session: getBrowserSession(),
    uri: gatewayUrl,
    translateError: createErrorTranslator(i18n),
  });
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <NavigationProgress />
            <main>
              <Outlet />
            </main>
            <ToastHost />
          </>
        ),
        HydrateFallback: () => null,
        children: [...catalogueRoutes, { path: '*', element: <p>Another page</p> }],
      },
    ],
    {
      initialEntries: [url],
      getContext: () => provideRouterContext({ client, waitForData: false }),
    },
  );
  render(
    <App client={client} i18n={i18n} shop={demoShop}>
      <RouterProvider router={router} />
    </App>,
  );
  return {
    client,
    router,
    /** The current path and query, decoded. */
    readCurrentUrl: () => decodeURIComponent(router.state.location.pathname + router.state.location.search),
  };
}
