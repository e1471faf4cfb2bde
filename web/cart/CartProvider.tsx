import { skipToken, useApolloClient } from '@apollo/client/react';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { refetchCart } from '#web/apollo/cart-link.ts';
import { onChangeInOtherTab } from '#web/apollo/other-tabs.ts';
import { browserSession, useSession } from '#web/auth/session.ts';
import { type CartAndWishlistQuery, useCartAndWishlistQuery } from './CartAndWishlist.generated.ts';

/** The shopper's cart and wish list, indexed by product. */
export interface CartIndex {
  /** The total number of copies in the cart. */
  unitCount: number;
  /** The price of the available copies, in rupees; null while it is unknown. */
  itemTotal: number | null;
  /** Copies in the cart, by product id. */
  quantities: ReadonlyMap<string, number>;
  /** The ids of the products on the wish list. */
  wishlistIds: ReadonlySet<string>;
}

/** The index of a visitor, and while loading. */
const empty: CartIndex = { unitCount: 0, itemTotal: null, quantities: new Map(), wishlistIds: new Set() };

interface CartStore {
  current: () => CartIndex;
  subscribe: (listener: () => void) => () => void;
}

const CartStoreContext = createContext<CartStore>({ current: () => empty, subscribe: () => () => undefined });

type CartQuery = Pick<ReturnType<typeof useCartAndWishlistQuery>, 'data' | 'error' | 'refetch'>;

const CartQueryContext = createContext<CartQuery | null>(null);

/** Fetches the shopper's cart and wish list for all components, and again after changes in other tabs. */
export function CartProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const { data, error, refetch } = useCartAndWishlistQuery(session === null ? skipToken : {});
  const [store] = useState(createStore);
  const user = session === null ? undefined : data?.user;
  useLayoutEffect(() => store.set(indexByProduct(user)), [store, user]);
  useCartSync();
  const query = useMemo(() => ({ data, error, refetch }), [data, error, refetch]);
  return (
    <CartStoreContext value={store}>
      <CartQueryContext value={query}>{children}</CartQueryContext>
    </CartStoreContext>
  );
}

/**
 * Returns what `select` reads from cart and wish list. The component renders again only when that changes, so
 * `select` should return a primitive value or a part of the index.
 */
export function useCartIndex<T>(select: (cart: CartIndex) => T): T {
  const { subscribe, current } = useContext(CartStoreContext);
  return useSyncExternalStore(
    subscribe,
    () => select(current()),
    () => select(empty),
  );
}

/** The query of cart and wish list, for pages of a signed-in shopper that show its lines and its errors. */
export function useCartQuery(): CartQuery {
  const query = useContext(CartQueryContext);
  if (query === null) throw new Error('The component is not inside of a CartProvider.');
  return query;
}

/** Returns a function that reads the latest cart and wish list, for event handlers. */
export function useReadCart(): () => CartIndex {
  return useContext(CartStoreContext).current;
}

function createStore() {
  let index = empty;
  const listeners = new Set<() => void>();
  return {
    current: () => index,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (next: CartIndex) => {
      index = next;
      for (const listener of listeners) listener();
    },
  };
}

function indexByProduct(user: CartAndWishlistQuery['user'] | undefined): CartIndex {
  if (user == null) return empty;
  const { cart, wishlist } = user;
  return {
    unitCount: cart.unitCount,
    itemTotal: cart.itemTotal,
    quantities: new Map(cart.lines.map(({ product, quantity }) => [product.id, quantity])),
    wishlistIds: new Set(wishlist.products.map(({ id }) => id)),
  };
}

/** A tab refreshes when it was hidden for longer than this, because another device may have changed the cart. */
const minAwayMs = 60_000;

/** Fetches cart and wish list again after changes in the shopper's other tabs, or on other devices. */
function useCartSync(): void {
  const client = useApolloClient();
  useEffect(() => {
    const refresh = () => {
      if (browserSession().current() !== null) void refetchCart(client);
    };
    let hiddenAt = Date.now();
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') hiddenAt = Date.now();
      else if (Date.now() - hiddenAt > minAwayMs) refresh();
    };
    const stopListening = onChangeInOtherTab(refresh);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      stopListening();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [client]);
}
