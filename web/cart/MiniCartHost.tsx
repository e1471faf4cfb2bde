import { Suspense } from 'react';
import { createLazyComponent } from '#web/ui/lazy-component.ts';
import { useIsMiniCartOpen } from './mini-cart.ts';

// If it cannot be loaded, the link in the header still leads to the cart.
const MiniCart = createLazyComponent(() => import('./MiniCart.tsx').then((module) => module.MiniCart));

/** Shows the mini cart, whose script is loaded when it is first needed. Rendered once, in the layout. */
export function MiniCartHost() {
  const isOpen = useIsMiniCartOpen();
  if (!isOpen) return null;
  return (
    <Suspense>
      <MiniCart />
    </Suspense>
  );
}
