import { configure, type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { createBrowserClient } from '#web/apollo/browser-client.ts';
import { App } from '#web/app/App.tsx';
import { followSession } from '#web/app/follow-session.ts';
import { browserSession } from '#web/auth/session.ts';
import { createI18n } from '#web/i18n/i18n.ts';
import type { Namespace } from '#web/i18n/messages.ts';
import { ToastHost } from '#web/ui/toast/ToastHost.tsx';
import { gatewayAddress } from './gateway-stub.ts';

// Parts are loaded on demand, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

interface PartOptions {
  /** The namespaces of the part's own texts. */
  messages?: readonly Namespace[];
}

interface RenderedPart extends RenderResult {
  router: ReturnType<typeof createMemoryRouter>;
}

/** A part of the storefront in all that stands around it in a page: texts, cache, router, notices. */
export async function renderPart(part: ReactNode, options: PartOptions = {}): Promise<RenderedPart> {
  const i18n = await createI18n('en', options.messages ?? []);
  const session = browserSession();
  const { client, cache } = createBrowserClient({ session, uri: gatewayAddress });
  // As in the shop, notices outlive the page that gave them.
  const layout = (
    <>
      <Outlet />
      <ToastHost />
    </>
  );
  const router = createMemoryRouter([
    {
      element: layout,
      children: [
        { path: '/', element: part },
        { path: '*', element: <p>Another page</p> },
      ],
    },
  ]);
  onTestFinished(followSession({ session, cache, router, i18n }));
  const rendered = render(
    <App client={client} i18n={i18n}>
      <RouterProvider router={router} />
    </App>,
  );
  return { ...rendered, router };
}
