import { skipToken } from '@apollo/client/react';
import { useSession } from '#web/session/session.ts';
import { type HoldingsQuery, useHoldingsQuery } from './Holdings.generated.ts';

/** What the shopper holds, looked up by product. */
export interface Holdings {
  /** How many copies the cart holds in all. */
  unitCount: number;
  /** Copies in the cart, by product id. */
  quantities: ReadonlyMap<string, number>;
  /** The ids of the products on the wish list. */
  wished: ReadonlySet<string>;
}

const nothing: Holdings = { unitCount: 0, quantities: new Map(), wished: new Set() };

/** Every card asks, so an answer is indexed once. */
const indexed = new WeakMap<HoldingsQuery, Holdings>();

/** What the shopper holds, the same for every part that asks; nothing for a visitor and while loading. */
export function useHoldings(): Holdings {
  const session = useSession();
  const { data } = useHoldingsQuery(session === null ? skipToken : {});
  return session === null ? nothing : indexHoldings(data);
}

function indexHoldings(data: HoldingsQuery | undefined): Holdings {
  if (data?.user == null) return nothing;
  const { cart, wishlist } = data.user;
  const holdings = indexed.get(data) ?? {
    unitCount: cart.unitCount,
    quantities: new Map(cart.lines.map(({ product, quantity }) => [product.id, quantity])),
    wished: new Set(wishlist.products.map(({ id }) => id)),
  };
  indexed.set(data, holdings);
  return holdings;
}
