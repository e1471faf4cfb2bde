import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { cartLines, wishlistItems } from '../database/shopper-tables.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { HttpError } from '../http/errors.ts';
import { idText, readQuery } from '../http/input.ts';
import { storeCart, storeWishlist } from '../shoppers/store-user.ts';
import { mostIds } from '../shoppers/user-fields.ts';
import { lockUser, type UserRecord } from '../shoppers/user-record.ts';

const userAndProduct = z.object({ userId: idText, productId: idText });

/**
 * The calls that change one entry of a cart or a wish list (requirements.md 7). Each may be repeated: what is
 * done already stays done. An unknown user or product is a 404; a withdrawn product can only be removed.
 */
export function cartEndpoints(database: Database): Endpoint[] {
  const change = (
    method: Endpoint['method'],
    path: string,
    work: (transaction: Database, user: UserRecord, productId: number) => Promise<string>,
    condition?: SQL,
  ): Endpoint => ({
    method,
    path,
    answer: async (request, response) => {
      const { userId, productId } = readQuery(request, userAndProduct);
      const message = await inTransaction(database, async (transaction) => {
        const user = await lockUser(transaction, userId);
        await holdProduct(transaction, productId, condition);
        return work(transaction, user, productId);
      });
      response.json({ message });
    },
  });
  return [
    change('delete', '/removeProductFromUser', removeFromCart),
    change('post', '/addToWishlist', addToWishlist, isNull(products.withdrawnAt)),
    change('delete', '/removeFromWishlist', removeFromWishlist),
    change('put', '/moveToCart', moveToCart, isNull(products.withdrawnAt)),
  ];
}

async function holdProduct(transaction: Database, id: number, condition: SQL | undefined): Promise<void> {
  const found = await transaction
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, id), condition))
    .for('key share');
  if (found.length === 0) throw new HttpError(404, 'Product not found');
}

/** Takes the whole line out, whatever its quantity (requirements.md 2.10). */
async function removeFromCart(transaction: Database, user: UserRecord, productId: number): Promise<string> {
  await transaction
    .delete(cartLines)
    .where(and(eq(cartLines.userId, user.id), eq(cartLines.productId, productId)));
  return 'Product removed from cart.';
}

async function addToWishlist(transaction: Database, user: UserRecord, productId: number): Promise<string> {
  if (user.productIds.includes(productId)) {
    throw new HttpError(409, 'Product already in cart. Cannot add to wishlist.');
  }
  await storeWishlist(transaction, user.id, withId('wish list', user.wishlistProductIds, productId));
  return 'Product added to wishlist.';
}

/** The ids with another one at their end, unless they hold it already. Throws HttpError 409 when there is no room. */
function withId(list: string, ids: readonly number[], id: number): readonly number[] {
  if (ids.includes(id)) return ids;
  if (ids.length >= mostIds) throw new HttpError(409, `The ${list} is full: it holds ${mostIds} at most`);
  return [...ids, id];
}

async function removeFromWishlist(
  transaction: Database,
  user: UserRecord,
  productId: number,
): Promise<string> {
  await transaction
    .delete(wishlistItems)
    .where(and(eq(wishlistItems.userId, user.id), eq(wishlistItems.productId, productId)));
  return 'Product removed from wishlist.';
}

/** A product that is in the cart already keeps its quantity there. */
async function moveToCart(transaction: Database, user: UserRecord, productId: number): Promise<string> {
  await removeFromWishlist(transaction, user, productId);
  await storeCart(transaction, user.id, withId('cart', user.productIds, productId));
  return 'Product moved to cart.';
}
