import { lazy, Suspense } from 'react';
import { useSmallCart } from './small-cart.ts';

const SmallCart = lazy(() =>
  import('./SmallCart.tsx').then(
    (module) => ({ default: module.SmallCart }),
    // Without its script, the link in the header still leads to the cart.
    () => ({ default: () => null }),
  ),
);

/** Shows the small cart, whose script is loaded when it is first needed. Rendered once, in the layout. */
export function SmallCartHost() {
  const isOpen = useSmallCart();
  if (!isOpen) return null;
  return (
    <Suspense>
      <SmallCart />
    </Suspense>
  );
}
