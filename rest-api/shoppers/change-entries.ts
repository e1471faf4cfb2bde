import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { cartLines, wishlistItems } from '../database/shopper-tables.ts';
import { runInTransaction } from '../database/transaction.ts';
import { HttpError } from '../http/errors.ts';
import { storeCart, storeWishlist } from './store-user.ts';
import { maxIds } from './user-fields.ts';
import { buildUserIdCondition, lockUser, type UserRecord } from './user-record.ts';

/**
 * Changes one entry of a user's cart or wish list. Repeating a change has no further effect.
 * @throws HttpError 404 for an unknown user or product, 409 if the change is not possible.
 */
export type EntryChange = (database: Database, userId: number, productId: number) => Promise<void>;

/** Removes the whole line, whatever its quantity (requirements.md 2.10). */
export const removeFromCart = createEntryChange(async (transaction, user, productId) => {
  await transaction
    .delete(cartLines)
    .where(and(eq(cartLines.userId, user.id), eq(cartLines.productId, productId)));
});

export const removeFromWishlist = createEntryChange(async (transaction, user, productId) => {
  await deleteWishlistItem(transaction, user.id, productId);
});

export const addToWishlist = createEntryChange(async (transaction, user, productId) => {
  if (user.productIds.includes(productId)) {
    throw new HttpError(409, 'Product already in cart. Cannot add to wishlist.');
  }
  await storeWishlist(
    transaction,
    user.id,
    appendId('wish list', 'products', user.wishlistProductIds, productId),
  );
}, isNull(products.withdrawnAt));

/** A product that is already in the cart keeps its quantity. */
export const moveToCart = createEntryChange(async (transaction, user, productId) => {
  await deleteWishlistItem(transaction, user.id, productId);
  await storeCart(transaction, user.id, appendId('cart', 'copies', user.productIds, productId));
}, isNull(products.withdrawnAt));

/**
 * Creates a function that runs `change` in a transaction with locks on the user and the product. A product that does
 * not meet `productCondition` counts as unknown.
 */
function createEntryChange(
  change: (transaction: Database, user: UserRecord, productId: number) => Promise<void>,
  productCondition?: SQL,
): EntryChange {
  return (database, userId, productId) =>
    runInTransaction(database, async (transaction) => {
      const user = await lockUser(transaction, buildUserIdCondition(userId));
      await lockProduct(transaction, productId, productCondition);
      await change(transaction, user, productId);
    });
}

async function lockProduct(transaction: Database, id: number, condition: SQL | undefined): Promise<void> {
  const found = await transaction
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.id, id), condition))
    .for('key share');
  if (found.length === 0) throw new HttpError(404, 'Product not found');
}

async function deleteWishlistItem(transaction: Database, userId: number, productId: number): Promise<void> {
  await transaction
    .delete(wishlistItems)
    .where(and(eq(wishlistItems.userId, userId), eq(wishlistItems.productId, productId)));
}

/** Appends an id unless the list already contains it. @throws {HttpError} 409 if the list is full. */
function appendId(
  listName: string,
  unit: 'products' | 'copies',
  ids: readonly number[],
  id: number,
): readonly number[] {
  if (ids.includes(id)) return ids;
  if (ids.length >= maxIds) {
    throw new HttpError(409, `The ${listName} is full: it can contain at most ${maxIds} ${unit}`);
  }
  return [...ids, id];
}
