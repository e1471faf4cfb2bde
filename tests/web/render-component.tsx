// Imported here, so that no test waits while the library's thousand modules load.
import '@chakra-ui/react';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { createBrowserClient } from '#web/apollo/browser-client.ts';
import { App } from '#web/app/App.tsx';
import { followSession } from '#web/app/follow-session.ts';
import { getBrowserSession } from '#web/auth/session.ts';
import { createI18n, type I18n } from '#web/i18n/i18n.ts';
import type { LanguageCode } from '#web/i18n/languages.ts';
import { createErrorTranslator } from '#web/i18n/server-messages.ts';
import { ToastHost } from '#web/ui/toast/ToastHost.tsx';
import { demoShop } from '../demo-shop.ts';
import { gatewayUrl } from './gateway-stub.ts';

interface RenderOptions {
  /** English unless set. */
  language?: LanguageCode;
  /** Remains when the shopper opens another page. */
  header?: ReactNode;
}

interface RenderedComponent extends RenderResult {
  i18n: I18n;
  router: ReturnType<typeof createMemoryRouter>;
}

/** Renders a component at `/` with the providers of a page: messages, Apollo cache, router and toasts. */
export async function renderComponent(
  component: ReactNode,
  options: RenderOptions = {},
): Promise<RenderedComponent> {
  const i18n = await createI18n(options.language ?? 'en');
  const session = getBrowserSession();
  const { client, cache } = createBrowserClient({
    session,
    uri: gatewayUrl,
    translateError: createErrorTranslator(i18n),
  });
  // As in the shop, toasts outlive the page that shows them.
  const layout = (
    <>
      {options.header}
      <Outlet />
      <ToastHost />
    </>
  );
  const router = createMemoryRouter([
    {
      element: layout,
      children: [
        { path: '/', element: component },
        { path: '*', element: <p>Another page</p> },
      ],
    },
  ]);
  onTestFinished(followSession({ session, cache, router, i18n }));
  const rendered = render(
    <App client={client} i18n={i18n} shop={demoShop}>
      <RouterProvider router={router} />
    </App>,
  );
  return { ...rendered, i18n, router };
}
