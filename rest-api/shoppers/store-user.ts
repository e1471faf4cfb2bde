import { eq, inArray } from 'drizzle-orm';
import { products } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { addresses, cartLines, wishlistItems } from '../database/shopper-tables.ts';
import { databaseRefusal } from '../database/transaction.ts';
import { bodyLimit } from '../http/body.ts';
import { badInput, HttpError } from '../http/errors.ts';
import type { AddressFields } from './user-fields.ts';
import type { UserRecord } from './user-record.ts';

/** Replaces the addresses of a user; one without an id gets the lowest that is free. */
export async function storeAddresses(
  transaction: Database,
  userId: number,
  list: readonly AddressFields[],
): Promise<void> {
  await transaction.delete(addresses).where(eq(addresses.userId, userId));
  const taken = new Set(list.map(({ id }) => id));
  let lastId = 0;
  const nextId = () => {
    do lastId += 1;
    while (taken.has(lastId));
    return lastId;
  };
  const rows = list.map((entry, position) => {
    const { id, address, area, city, district, state, pincode, landmark, ...unknownFields } = entry;
    const known = { address, area, city, district, state, pincode, landmark };
    return { ...known, userId, position, id: id ?? nextId(), unknownFields };
  });
  if (rows.length > 0) await transaction.insert(addresses).values(rows);
}

/** Replaces the cart of a user by ids whose repeats are quantities. Throws HttpError 400 for unknown ids. */
export async function storeCart(
  transaction: Database,
  userId: number,
  productIds: readonly number[],
): Promise<void> {
  const lines = Map.groupBy(productIds, (id) => id);
  await refuseUnknownProducts(transaction, 'productIds', [...lines.keys()]);
  await transaction.delete(cartLines).where(eq(cartLines.userId, userId));
  const rows = Array.from(lines, ([productId, repeats], position) => ({
    userId,
    productId,
    quantity: repeats.length,
    position,
  }));
  if (rows.length > 0) await transaction.insert(cartLines).values(rows);
}

/** Replaces the wish list of a user. Throws HttpError 400 for unknown ids. */
export async function storeWishlist(
  transaction: Database,
  userId: number,
  productIds: readonly number[],
): Promise<void> {
  const ids = [...new Set(productIds)];
  await refuseUnknownProducts(transaction, 'wishlistProductIds', ids);
  await transaction.delete(wishlistItems).where(eq(wishlistItems.userId, userId));
  const rows = ids.map((productId, position) => ({ userId, productId, position }));
  if (rows.length > 0) await transaction.insert(wishlistItems).values(rows);
}

/** The lock keeps the products from going before the lists that name them are stored. */
async function refuseUnknownProducts(
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
  const known = new Set(rows.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length > 0) {
    throw badInput([{ field, message: `There is no product with the id ${missing.slice(0, 5).join(', ')}` }]);
  }
}

/**
 * Refuses a record that has grown so large that no client could send it back.
 * @throws HttpError 413
 */
export function refuseOversized(user: UserRecord): void {
  if (Buffer.byteLength(JSON.stringify(user)) <= bodyLimit) return;
  const message = `The user would become larger than ${bodyLimit / 1024} kB, and could not be sent back whole`;
  throw new HttpError(413, message);
}

/** Turns a refusal for a taken contact or e-mail into its message of requirements.md 8; gives other errors back. */
export function takenOr(error: unknown, email: string | undefined): unknown {
  const refusal = databaseRefusal(error);
  if (refusal?.code !== '23505') return error;
  if (refusal.constraint === 'users_contact_unique') {
    return new HttpError(409, 'Contact number already exists!');
  }
  if (refusal.constraint === 'users_email_unique') {
    return new HttpError(409, `Duplicate entry '${email ?? ''}' for key 'email'`);
  }
  return error;
}
