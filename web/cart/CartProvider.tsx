import { skipToken, useApolloClient } from '@apollo/client/react';
import {
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { refetchCart } from '#web/apollo/cart-link.ts';
import { onChangeInOtherTab } from '#web/apollo/other-tabs.ts';
import { getBrowserSession, useSession } from '#web/auth/session.ts';
import { createStore } from '#web/store.ts';
import { useStoredText } from '#web/ui/browser-storage.ts';
import { createLazyComponent } from '#web/ui/lazy-component.ts';
import { onTabShown } from '#web/ui/tab-visibility.ts';
import { type CartAndWishlistQuery, useCartAndWishlistQuery } from './CartAndWishlist.generated.ts';
import { visitorCartText } from './visitor-cart-storage.ts';
import type { VisitorLine } from './visitor-lines.ts';

// If it cannot be loaded, the visitor's cart stays in the browser until a later page merges it.
const VisitorCartMerge = createLazyComponent(
  () => import('./VisitorCartMerge.tsx').then((module) => module.VisitorCartMerge),
  MergeUnavailable,
);

function MergeUnavailable({ onEnd }: { onEnd: () => void }) {
  useEffect(onEnd);
  return null;
}

/** The cart and wish list of a shopper, or the cart of a visitor, indexed by product. */
interface CartIndex {
  /** The total number of copies in the cart. */
  unitCount: number;
  /** The price of the available copies, in rupees; null while it is unknown. */
  itemTotal: number | null;
  /** Copies in the cart, by product id. */
  quantities: ReadonlyMap<string, number>;
  /** The ids of the products on the wish list. */
  wishlistIds: ReadonlySet<string>;
}

/** The index of an empty cart and wish list, also used while they are loading. */
const emptyIndex: CartIndex = {
  unitCount: 0,
  itemTotal: null,
  quantities: new Map(),
  wishlistIds: new Set(),
};

const CartStoreContext = createContext(createStore(emptyIndex));

interface CartQuery extends Pick<ReturnType<typeof useCartAndWishlistQuery>, 'data' | 'error' | 'refetch'> {
  /** Whether the visitor's cart is still being merged into the shopper's. */
  isMerging: boolean;
}

const CartQueryContext = createContext<CartQuery | null>(null);

const VisitorLinesContext = createContext<readonly VisitorLine[] | undefined>(undefined);

/** Provides the shopper's cart and wish list, or a visitor's cart, which a login merges into the shopper's. */
export function CartProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const { data: latest, error, refetch } = useCartAndWishlistQuery(session === null ? skipToken : {});
  // After another shopper has signed in, the query returns the previous shopper's result until the next response.
  const isOwn = latest?.user == null || latest.user.id === session?.userId;
  const data = isOwn ? latest : undefined;
  // The index is in a store, not in a context, so that a card renders only when its own quantity changes.
  const [store] = useState(() => createStore(emptyIndex));
  const isVisitor = session === null;
  const user = isVisitor ? undefined : data?.user;
  const visitorText = useStoredText(visitorCartText);
  const visitorLines = useParsedLines(isVisitor ? visitorText : null);
  /** The text that a merge has left behind, because it failed. */
  const [unmergedText, setUnmergedText] = useState<string | null>(null);
  const isMerging = !isVisitor && visitorText !== null && visitorText !== unmergedText;
  useLayoutEffect(
    () => store.set(isVisitor ? indexVisitorLines(visitorLines ?? []) : indexByProduct(user)),
    [store, isVisitor, user, visitorLines],
  );
  useCartSync();
  const query = useMemo(() => ({ data, error, refetch, isMerging }), [data, error, refetch, isMerging]);
  return (
    <CartStoreContext value={store}>
      <CartQueryContext value={query}>
        <VisitorLinesContext value={visitorLines}>{children}</VisitorLinesContext>
        {session !== null && visitorText !== null && (
          <Suspense>
            <VisitorCartMerge
              key={session.userId}
              hasCart={user != null}
              onStart={() => setUnmergedText(null)}
              onEnd={() => setUnmergedText(visitorCartText.read())}
            />
          </Suspense>
        )}
      </CartQueryContext>
    </CartStoreContext>
  );
}

/**
 * Returns what `select` picks from the cart and wish list. The component renders again only when that changes, so
 * `select` should return a primitive value or a part of the index.
 */
export function useCartIndex<T>(select: (cart: CartIndex) => T): T {
  const { subscribe, get, initial } = useContext(CartStoreContext);
  return useSyncExternalStore(
    subscribe,
    () => select(get()),
    () => select(initial),
  );
}

/** The query for the cart and wish list, for pages of a signed-in shopper that show the lines or an error. */
export function useCartQuery(): CartQuery {
  const query = useContext(CartQueryContext);
  if (query === null) throw new Error('useCartQuery must be used within a CartProvider.');
  return query;
}

/** The lines of a visitor's cart; undefined until they are known. */
export function useVisitorLines(): readonly VisitorLine[] | undefined {
  return useContext(VisitorLinesContext);
}

/** Parses the stored text of a visitor's cart. The parser is loaded only if there is a text. */
function useParsedLines(text: string | null): readonly VisitorLine[] | undefined {
  const [lines, setLines] = useState<readonly VisitorLine[] | undefined>();
  useEffect(() => {
    let isCurrent = true;
    const parse = async () => {
      const parsed = text === null ? [] : (await import('./visitor-lines.ts')).parseVisitorLines(text);
      if (!isCurrent) return;
      setLines(parsed);
      // A text without valid lines is useless, so it is removed.
      if (text !== null && parsed.length === 0) visitorCartText.write(null);
    };
    parse().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return lines;
}

/** Returns a function that reads the latest cart and wish list, for event handlers. */
export function useReadCart(): () => CartIndex {
  return useContext(CartStoreContext).get;
}

function indexByProduct(user: CartAndWishlistQuery['user'] | undefined): CartIndex {
  if (user == null) return emptyIndex;
  const { cart, wishlist } = user;
  return {
    unitCount: cart.unitCount,
    itemTotal: cart.itemTotal,
    quantities: new Map(cart.lines.map(({ product, quantity }) => [product.id, quantity])),
    wishlistIds: new Set(wishlist.products.map(({ id }) => id)),
  };
}

/** The total of a visitor's cart is unknown: the browser stores no prices. */
function indexVisitorLines(lines: readonly VisitorLine[]): CartIndex {
  return {
    ...emptyIndex,
    unitCount: lines.reduce((count, { quantity }) => count + quantity, 0),
    quantities: new Map(lines.map(({ productId, quantity }) => [productId, quantity])),
  };
}

/**
 * A tab that was hidden for longer than this fetches the cart again when it is shown, because another device may have
 * changed it.
 */
const minHiddenMs = 60_000;

/** Fetches cart and wish list again after changes in the shopper's other tabs, and when a long-hidden tab is shown. */
function useCartSync(): void {
  const client = useApolloClient();
  useEffect(() => {
    const refresh = () => {
      if (getBrowserSession().getShopper() !== null) void refetchCart(client);
    };
    const stopListening = onChangeInOtherTab(refresh);
    const stopWatching = onTabShown((hiddenMs) => {
      if (hiddenMs > minHiddenMs) refresh();
    });
    return () => {
      stopListening();
      stopWatching();
    };
  }, [client]);
}
