import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/engine.ts';
import { addresses, cartLines, users, wishlistItems } from '../database/shopper-tables.ts';
import { HttpError } from '../http/errors.ts';

export interface AddressRecord {
  readonly id: number;
  readonly address: string;
  readonly area: string;
  readonly city: string;
  readonly district: string;
  readonly state: string;
  readonly pincode: string;
  readonly landmark: string;
  readonly [unknownField: string]: unknown;
}

/** A user as the REST calls give it (requirements.md 3); never with a password. */
export interface UserRecord {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly contact: string;
  readonly addresses: readonly AddressRecord[];
  /** The cart: an id as often as copies are wanted. */
  readonly productIds: readonly number[];
  readonly wishlistProductIds: readonly number[];
  readonly [unknownField: string]: unknown;
}

export const byUserId = (id: number) => eq(users.id, id);
export const byContact = (contact: string) => eq(users.contact, contact);
export const byEmail = (email: string) => sql`lower(${users.email}) = lower(${email})`;

/** Reads the one user of a condition with all that belongs to it, in one statement. */
export async function findUser(database: Database, condition: SQL): Promise<UserRecord | undefined> {
  const row = await database.query.users.findFirst({
    where: condition,
    with: {
      addresses: { orderBy: asc(addresses.position), columns: { userId: false, position: false } },
      cartLines: { orderBy: asc(cartLines.position) },
      wishlistItems: { orderBy: asc(wishlistItems.position) },
    },
  });
  if (row === undefined) return undefined;
  return {
    // Unknown fields come first: they must not hide one that this service knows.
    ...row.unknownFields,
    id: row.id,
    username: row.username,
    email: row.email,
    contact: row.contact,
    addresses: row.addresses.map(({ unknownFields, ...known }) => ({ ...unknownFields, ...known })),
    productIds: row.cartLines.flatMap(({ productId, quantity }) => Array(quantity).fill(productId)),
    wishlistProductIds: row.wishlistItems.map(({ productId }) => productId),
  };
}

export function userNotFound(): HttpError {
  return new HttpError(404, 'User not found');
}

/** Reads a user. Throws HttpError 404 when there is none. */
export async function readUser(database: Database, condition: SQL): Promise<UserRecord> {
  const user = await findUser(database, condition);
  if (user === undefined) throw userNotFound();
  return user;
}

/** Reads a user and holds its row, so that changes of one user happen one after another. */
export async function lockUser(transaction: Database, id: number): Promise<UserRecord> {
  const [row] = await transaction.select({ id: users.id }).from(users).where(byUserId(id)).for('update');
  if (row === undefined) throw userNotFound();
  return readUser(transaction, byUserId(id));
}
