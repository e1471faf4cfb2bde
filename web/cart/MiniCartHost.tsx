import { lazy, Suspense } from 'react';
import { useMiniCart } from './mini-cart.ts';

const MiniCart = lazy(() =>
  import('./MiniCart.tsx').then(
    (module) => ({ default: module.MiniCart }),
    // Without its script, the link in the header still leads to the cart.
    () => ({ default: () => null }),
  ),
);

/** Shows the mini cart, whose script is loaded when it is first needed. Rendered once, in the layout. */
export function MiniCartHost() {
  const isOpen = useMiniCart();
  if (!isOpen) return null;
  return (
    <Suspense>
      <MiniCart />
    </Suspense>
  );
}
