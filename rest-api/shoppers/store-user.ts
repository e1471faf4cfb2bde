import { eq, inArray } from 'drizzle-orm';
import { products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { addresses, cartLines, wishlistItems } from '../database/shopper-tables.ts';
import { findPostgresError } from '../database/transaction.ts';
import { createBadRequest, HttpError } from '../http/errors.ts';
import { maxBodyBytes } from '../http/input.ts';
import type { AddressFields } from './user-fields.ts';
import type { UserRecord } from './user-record.ts';

/** Replaces the addresses of a user. An address without an id gets the lowest unused id. */
export async function storeAddresses(
  transaction: Database,
  userId: number,
  newAddresses: readonly AddressFields[],
): Promise<void> {
  await transaction.delete(addresses).where(eq(addresses.userId, userId));
  const usedIds = new Set(newAddresses.map(({ id }) => id));
  let lastId = 0;
  const findNextId = () => {
    do lastId += 1;
    while (usedIds.has(lastId));
    return lastId;
  };
  const rows = newAddresses.map((entry, position) => {
    const { id, address, area, city, district, state, pincode, landmark, ...unknownFields } = entry;
    const knownFields = { address, area, city, district, state, pincode, landmark };
    return { ...knownFields, userId, position, id: id ?? findNextId(), unknownFields };
  });
  if (rows.length > 0) await transaction.insert(addresses).values(rows);
}

/**
 * Replaces the cart of a user. The quantity of a product is the number of times that its id occurs.
 * @throws {HttpError} 400 for unknown ids.
 */
export async function storeCart(
  transaction: Database,
  userId: number,
  productIds: readonly number[],
): Promise<void> {
  const lines = Map.groupBy(productIds, (id) => id);
  await rejectUnknownProducts(transaction, 'productIds', [...lines.keys()]);
  await transaction.delete(cartLines).where(eq(cartLines.userId, userId));
  const rows = Array.from(lines, ([productId, occurrences], position) => ({
    userId,
    productId,
    quantity: occurrences.length,
    position,
  }));
  if (rows.length > 0) await transaction.insert(cartLines).values(rows);
}

/** Replaces the wish list of a user. @throws {HttpError} 400 for unknown ids. */
export async function storeWishlist(
  transaction: Database,
  userId: number,
  productIds: readonly number[],
): Promise<void> {
  const ids = [...new Set(productIds)];
  await rejectUnknownProducts(transaction, 'wishlistProductIds', ids);
  await transaction.delete(wishlistItems).where(eq(wishlistItems.userId, userId));
  const rows = ids.map((productId, position) => ({ userId, productId, position }));
  if (rows.length > 0) await transaction.insert(wishlistItems).values(rows);
}

/**
 * Rejects ids of products that do not exist. Locks the others, so that they cannot be deleted before the rows that refer
 * to them are stored.
 */
async function rejectUnknownProducts(
  transaction: Database,
  field: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await transaction
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(products.id)
    .for('key share');
  const knownIds = new Set(rows.map(({ id }) => id));
  const unknownIds = ids.filter((id) => !knownIds.has(id));
  if (unknownIds.length > 0) {
    throw createBadRequest([{ field, message: `Unknown product ids: ${unknownIds.slice(0, 5).join(', ')}` }]);
  }
}

/**
 * Rejects a record that has grown so large that a client could not send it back in a `PUT`.
 * @throws HttpError 413
 */
export function rejectOversizedUser(user: UserRecord): void {
  if (Buffer.byteLength(JSON.stringify(user)) <= maxBodyBytes) return;
  const message = `The user record would exceed ${maxBodyBytes / 1024} kB, the maximum size of a request body`;
  throw new HttpError(413, message);
}

/**
 * Converts a violation of the unique constraint on contact or e-mail to a 409 (requirements.md 8). Returns other errors
 * unchanged.
 */
export function toDuplicateError(error: unknown, email: string | undefined): unknown {
  const postgresError = findPostgresError(error);
  if (postgresError?.code !== '23505') return error;
  if (postgresError.constraint === 'users_contact_unique') {
    return new HttpError(409, 'Contact number already exists!');
  }
  if (postgresError.constraint === 'users_email_unique') {
    return new HttpError(409, `Duplicate entry '${email ?? ''}' for key 'email'`);
  }
  return error;
}
