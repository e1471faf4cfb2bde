import type { ReactNode } from 'react';
import { type InitialEntry, Outlet } from 'react-router-dom';
import { purchaseRoutes } from '#web/app/purchase-routes.ts';
import { NavigationProgress } from '#web/app/shell/NavigationProgress.tsx';
import { CartLink } from '#web/cart/CartLink.tsx';
import { renderRoutes } from './render-routes.tsx';

/**
 * Renders the cart, checkout and wish list pages with the header's cart link, starting at `entry`.
 *
 * @param component rendered at `/`.
 */
export function renderShop(entry: InitialEntry, component?: ReactNode) {
  const layout = (
    <>
      <NavigationProgress />
      <CartLink />
      <main>
        <Outlet />
      </main>
    </>
  );
  return renderRoutes({ routes: [{ path: '/', element: component }, ...purchaseRoutes], layout, entry });
}
