import { AddToCartButton } from '#web/cart/AddToCartButton.tsx';
import type { AddFlow } from '#web/cart/use-add-to-cart.ts';
import { WishlistHeart } from '#web/cart/WishlistHeart.tsx';

export interface BookProps {
  id: string;
  name: string;
  available?: boolean;
}

/**
 * The buttons of a book, by default as on the general listing. `flow` selects those of another place, such as a
 * collection page.
 */
export function createBookActions({ id, name, available = true }: BookProps, flow: AddFlow = 'listing') {
  const product = { id, name, available };
  return (
    <>
      <AddToCartButton product={product} label={flow === 'collection' ? 'ADD' : 'Add'} flow={flow} />
      <WishlistHeart product={product} />
    </>
  );
}

export const meghadutam = { id: '4', name: 'Meghadutam' };
