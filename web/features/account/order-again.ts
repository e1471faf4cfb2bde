import { type ApolloClient, CombinedGraphQLErrors } from '@apollo/client';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import { addToCart } from '#web/cart/cart-mutations.ts';
import { toRejection } from '#web/cart/change-rejected-error.ts';
import { OrderAgainDocument } from './OrderAgain.generated.ts';
import type { OrderFieldsFragment } from './Orders.generated.ts';

/** How many copies a line of the cart may hold (requirements.md 9). */
const maxCopies = 10;

/** What became of one book of an order that was put into the cart again. */
export interface ReorderedBook {
  name: string;
  /** `fewer`: in the cart, but not as many copies as were ordered, for want of stock. */
  outcome: 'added' | 'fewer' | 'alreadyInCart' | 'outOfStock' | 'unlisted' | 'failed';
}

interface BookToReorder {
  productId: string;
  name: string;
  quantity: number;
}

/**
 * Puts into the cart what of an earlier order can be bought now, in the same quantities as far as there
 * are copies. What is in the cart already stays as it is.
 *
 * @throws {ShopperChangedError} when another shopper has logged in; {Error} when the gateway does not answer,
 * and nothing is added.
 */
export async function orderAgain(
  client: ApolloClient,
  { lines }: Pick<OrderFieldsFragment, 'lines'>,
): Promise<ReorderedBook[]> {
  const unlisted = lines
    .filter(({ product }) => product == null)
    .map(({ productName }): ReorderedBook => ({ name: productName, outcome: 'unlisted' }));
  const wanted = booksToReorder(lines);
  const copiesLeft = wanted.length === 0 ? undefined : await fetchStock(client, wanted);
  // All at once: they are shown at once, and sent one after the other.
  const added = await Promise.all(
    wanted.map((book) => addBook(client, book, copiesLeft?.get(book.productId) ?? book.quantity)),
  );
  return [...added, ...unlisted];
}

/** A title that stands in an order twice is one line of the cart. */
function booksToReorder(lines: OrderFieldsFragment['lines']): BookToReorder[] {
  const books = new Map<string, BookToReorder>();
  for (const { product, productName, quantity } of lines) {
    if (product == null) continue;
    const before = books.get(product.id)?.quantity ?? 0;
    books.set(product.id, {
      productId: product.id,
      name: productName,
      quantity: Math.min(before + quantity, maxCopies),
    });
  }
  return [...books.values()];
}

/** How many copies can be bought now, by product; undefined when one of them is no longer listed. */
async function fetchStock(
  client: ApolloClient,
  wanted: readonly BookToReorder[],
): Promise<ReadonlyMap<string, number> | undefined> {
  const lines = wanted.map(({ productId, quantity }) => ({ productId, quantity }));
  try {
    const { data } = await client.query({
      query: OrderAgainDocument,
      variables: { input: { source: 'CART', lines } },
      fetchPolicy: 'network-only',
    });
    return new Map(
      data?.checkoutQuote.lines.map(({ product }) => [
        product.id,
        product.available ? (product.remainingQuantity ?? 0) : 0,
      ]),
    );
  } catch (error) {
    // The gateway refused to price a book it does not know; adding will tell which.
    if (CombinedGraphQLErrors.is(error)) return undefined;
    throw error;
  }
}

async function addBook(
  client: ApolloClient,
  book: BookToReorder,
  copiesLeft: number,
): Promise<ReorderedBook> {
  const { productId, name, quantity } = book;
  if (copiesLeft === 0) return { name, outcome: 'outOfStock' };
  try {
    await addToCart(client, productId, Math.min(quantity, copiesLeft), { retryAfterLogin: true });
    return { name, outcome: copiesLeft < quantity ? 'fewer' : 'added' };
  } catch (error) {
    if (error instanceof ShopperChangedError) throw error;
    const code = toRejection(error)?.code;
    if (code === 'ALREADY_IN_CART') return { name, outcome: 'alreadyInCart' };
    return { name, outcome: code === 'PRODUCT_NOT_FOUND' ? 'unlisted' : 'failed' };
  }
}
