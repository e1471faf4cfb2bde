import { type ApolloClient, CombinedGraphQLErrors } from '@apollo/client';
import { getBrowserSession } from '#web/auth/session.ts';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import { toRejection } from '#web/cart/change-rejected-error.ts';
import { maxQuantity } from '#web/cart/optimistic-cart.ts';
import type { useAddToCartChange } from '#web/cart/use-cart-changes.ts';
import { getLineName } from '#web/orders/OrderContents.tsx';
import { OrderAgainDocument } from './OrderAgain.generated.ts';
import type { OrderFieldsFragment } from './Orders.generated.ts';

/** The outcome for one product of the order. */
interface ReorderResult {
  name: string;
  /** `fewer`: added, but with a smaller quantity because of the stock. `limited`: with the maximum quantity of a line. */
  outcome: 'added' | 'fewer' | 'limited' | 'alreadyInCart' | 'outOfStock' | 'delisted' | 'failed';
  /** Why adding failed, if the shopper can do something about it. */
  reason?: string;
}

type AddToCart = ReturnType<typeof useAddToCartChange>;

interface BookToReorder {
  productId: string;
  name: string;
  quantity: number;
}

/**
 * Adds the available products of an earlier order to the cart, in the same quantities if the stock and the maximum of a
 * cart line allow. Products that are already in the cart stay unchanged.
 *
 * @throws {ShopperChangedError} if the shopper has signed out or another one has signed in.
 * @throws {Error} if the gateway does not respond to the query for the stock. Nothing has been added then.
 */
export async function addOrderToCart(
  client: ApolloClient,
  addToCart: AddToCart,
  { lines }: Pick<OrderFieldsFragment, 'lines'>,
): Promise<ReorderResult[]> {
  const delisted = lines
    .filter(({ product }) => product == null)
    .map(({ productName }): ReorderResult => ({ name: productName, outcome: 'delisted' }));
  const books = listBooksToReorder(lines);
  const session = getBrowserSession();
  const userId = session.getShopper()?.userId;
  const stock = books.length === 0 ? undefined : await fetchStock(client, books);
  if (session.getShopper()?.userId !== userId) throw new ShopperChangedError();
  // All books appear in the cart immediately; the Apollo link still sends one mutation after another.
  const added = await Promise.all(
    books.map((book) => addBook(addToCart, book, stock?.get(book.productId) ?? book.quantity)),
  );
  return [...added, ...delisted];
}

/** Merges lines of the same product, because the cart has one line per product. Omits products that are not listed. */
function listBooksToReorder(lines: OrderFieldsFragment['lines']): BookToReorder[] {
  const books = new Map<string, BookToReorder>();
  for (const line of lines) {
    const { product, quantity } = line;
    if (product == null) continue;
    const previous = books.get(product.id)?.quantity ?? 0;
    books.set(product.id, {
      productId: product.id,
      name: getLineName(line),
      quantity: previous + quantity,
    });
  }
  return [...books.values()];
}

/** Fetches the stock by product id; undefined if there is no quote, for example if a product is no longer listed. */
async function fetchStock(
  client: ApolloClient,
  books: readonly BookToReorder[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const lines = books.map(({ productId, quantity }) => ({
    productId,
    quantity: Math.min(quantity, maxQuantity),
  }));
  try {
    const { data } = await client.query({
      query: OrderAgainDocument,
      variables: { input: { source: 'CART', lines } },
      fetchPolicy: 'network-only',
    });
    // Adding the products one by one shows which of them is no longer listed.
    if (data?.checkoutQuote.lines == null) return undefined;
    return new Map(
      data.checkoutQuote.lines.map(({ product }) => [
        product.id,
        product.available ? (product.remainingQuantity ?? 0) : 0,
      ]),
    );
  } catch (error) {
    if (CombinedGraphQLErrors.is(error)) return undefined;
    throw error;
  }
}

async function addBook(addToCart: AddToCart, book: BookToReorder, stock: number): Promise<ReorderResult> {
  const { productId, name, quantity } = book;
  if (stock === 0) return { name, outcome: 'outOfStock' };
  try {
    const addedQuantity = Math.min(quantity, stock, maxQuantity);
    await addToCart({ productId, quantity: addedQuantity }, { retryAfterLogin: true });
    if (addedQuantity === quantity) return { name, outcome: 'added' };
    return { name, outcome: addedQuantity === maxQuantity ? 'limited' : 'fewer' };
  } catch (error) {
    if (error instanceof ShopperChangedError) throw error;
    const { code, message } = toRejection(error) ?? {};
    if (code === 'CART_FULL') return { name, outcome: 'failed', reason: message };
    if (code === 'ALREADY_IN_CART') return { name, outcome: 'alreadyInCart' };
    return { name, outcome: code === 'PRODUCT_NOT_FOUND' ? 'delisted' : 'failed' };
  }
}
