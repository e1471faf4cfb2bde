// Chakra UI is imported here, so that no test waits while its many modules load.
import '@chakra-ui/react';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import {
  createMemoryRouter,
  type InitialEntry,
  Outlet,
  type RouteObject,
  RouterProvider,
} from 'react-router-dom';
import { expect, onTestFinished } from 'vitest';
import { createBrowserClient } from '#web/apollo/browser-client.ts';
import { App } from '#web/app/App.tsx';
import { followSession } from '#web/app/follow-session.ts';
import { getBrowserSession } from '#web/auth/session.ts';
import { createI18n } from '#web/i18n/i18n.ts';
import type { LanguageCode } from '#web/i18n/languages.ts';
import { createErrorTranslator } from '#web/i18n/server-messages.ts';
import { provideRouterContext } from '#web/routing/router-context.ts';
import { ToastHost } from '#web/ui/toast/ToastHost.tsx';
import { demoShop } from '../demo-shop.ts';
import { gatewayUrl } from './gateway-stub.ts';

interface RoutesOptions {
  routes: RouteObject[];
  /** What surrounds each page, with an outlet for it. */
  layout: ReactNode;
  /** `/` unless set. */
  entry?: InitialEntry;
  /** English unless set. */
  language?: LanguageCode | undefined;
}

/**
 * Renders routes with the providers, session and toasts of the shop. This module imports no part of the route table, so
 * that a change of one page does not make `--changed` run the tests of every component.
 */
export async function renderRoutes({ routes, layout, entry = '/', language = 'en' }: RoutesOptions) {
  const i18n = await createI18n(language);
  const session = getBrowserSession();
  const client = createBrowserClient({
    session,
    uri: gatewayUrl,
    translateError: createErrorTranslator(i18n),
  });
  // As in the shop, toasts outlive the page that shows them.
  const element = (
    <>
      {layout}
      <ToastHost />
    </>
  );
  const children = [...routes, { path: '*', element: <p>Another page</p> }];
  const router = createMemoryRouter([{ element, HydrateFallback: () => null, children }], {
    initialEntries: [entry],
    getContext: () => provideRouterContext({ client, waitForData: false }),
  });
  onTestFinished(followSession({ session, client, router, i18n }));
  const rendered = render(
    <App client={client} i18n={i18n} shop={demoShop}>
      <RouterProvider router={router} />
    </App>,
  );
  return { ...rendered, i18n, client, router };
}

interface ComponentOptions {
  /** English unless set. */
  language?: LanguageCode;
  /** Remains when the shopper opens another page. */
  header?: ReactNode;
}

/** Renders a component at `/`. */
export function renderComponent(component: ReactNode, { language, header }: ComponentOptions = {}) {
  const layout = (
    <>
      {header}
      <Outlet />
    </>
  );
  return renderRoutes({ routes: [{ path: '/', element: component }], layout, language });
}

/** Clicks a button as soon as it is on the page. */
export async function clickButton(name: string | RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
}

/**
 * Waits until the heading of a page's placeholder has the focus. Then calls `load`, and expects the heading that
 * replaces it to get the focus.
 */
export async function expectFocusOnContent(
  load: () => void,
  placeholderTitle: string,
  title = placeholderTitle,
): Promise<void> {
  const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
  const placeholder = await findHeading(placeholderTitle);
  await waitFor(() => expect(document.activeElement).toBe(placeholder));
  load();
  await waitFor(() => expect(placeholder.isConnected).toBe(false));
  const heading = await findHeading(title);
  await waitFor(() => expect(document.activeElement).toBe(heading));
}
