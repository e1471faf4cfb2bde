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

/** A user as the REST endpoints return it (requirements.md 3), without the password. */
export interface UserRecord {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly contact: string;
  readonly addresses: readonly AddressRecord[];
  /** The cart. A product id is repeated for each copy of the product. */
  readonly productIds: readonly number[];
  readonly wishlistProductIds: readonly number[];
  readonly [unknownField: string]: unknown;
}

export const byUserId = (id: number) => eq(users.id, id);
export const byContact = (contact: string) => eq(users.contact, contact);
export const byEmail = (email: string) => sql`lower(${users.email}) = lower(${email})`;

/** Reads a user with addresses, cart and wish list in a single SQL statement. */
async function findUser(database: Database, condition: SQL): Promise<UserRecord | undefined> {
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
    // Unknown fields come first, so that they cannot override known ones.
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

export function createUserNotFoundError(): HttpError {
  return new HttpError(404, 'User not found');
}

/** Reads a user. @throws {HttpError} 404 if there is none. */
export async function readUser(database: Database, condition: SQL): Promise<UserRecord> {
  const user = await findUser(database, condition);
  if (user === undefined) throw createUserNotFoundError();
  return user;
}

/** Reads a password hash. Returns undefined if there is no such user. */
export async function readPasswordHash(database: Database, condition: SQL): Promise<string | undefined> {
  const [user] = await database.select({ passwordHash: users.passwordHash }).from(users).where(condition);
  return user?.passwordHash;
}

/** Reads a user and locks its row, so that concurrent changes to one user run one at a time. */
export async function lockUser(transaction: Database, id: number): Promise<UserRecord> {
  const [row] = await transaction.select({ id: users.id }).from(users).where(byUserId(id)).for('update');
  if (row === undefined) throw createUserNotFoundError();
  return readUser(transaction, byUserId(id));
}
