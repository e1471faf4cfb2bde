import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database/engine.ts';
import { addresses, cartLines, users, wishlistItems } from '../database/shopper-tables.ts';
import { HttpError } from '../http/errors.ts';

const addressRecord = z
  .looseObject({
    id: z.int().meta({ examples: [1] }),
    address: z.string().meta({ description: 'House and street', examples: ['12 Test Lane'] }),
    area: z.string().meta({ examples: ['Kothrud'] }),
    city: z.string().meta({ examples: ['Pune'] }),
    district: z.string().meta({ examples: ['Pune'] }),
    state: z.string().meta({ examples: ['Maharashtra'] }),
    pincode: z.string().meta({ description: 'The PIN code, 6 digits', examples: ['411038'] }),
    landmark: z.string().meta({ examples: ['By the well'] }),
  })
  .meta({ id: 'Address', description: 'May have other fields, which are returned as they were sent.' });

export type AddressRecord = Readonly<z.output<typeof addressRecord>>;

/** A user as the REST endpoints return it (requirements.md 3), without the password. */
export const userRecord = z
  .looseObject({
    id: z.int().meta({ examples: [7] }),
    username: z.string().meta({ description: 'The name of the shopper', examples: ['Asha Kulkarni'] }),
    email: z.string().meta({ examples: ['asha@example.com'] }),
    contact: z.string().meta({ description: 'The mobile number, 10 digits', examples: ['9812345678'] }),
    addresses: z.array(addressRecord),
    productIds: z.array(z.int()).meta({
      description: 'The cart. A product id is repeated for each copy of the product',
      examples: [[101, 101, 205]],
    }),
    wishlistProductIds: z.array(z.int()).meta({ description: 'The wish list', examples: [[310]] }),
  })
  .meta({ id: 'User', description: 'May have other fields, which are returned as they were sent.' });
export type UserRecord = Readonly<z.output<typeof userRecord>>;

export const buildUserIdCondition = (id: number) => eq(users.id, id);
export const buildUserContactCondition = (contact: string) => eq(users.contact, contact);
export const buildUserEmailCondition = (email: string) => sql`lower(${users.email}) = lower(${email})`;

/**
 * Reads a user with addresses, cart and wish list in a single SQL statement.
 * @throws {HttpError} 404 if there is none.
 */
export async function readUser(database: Database, condition: SQL): Promise<UserRecord> {
  const row = await database.query.users.findFirst({
    where: condition,
    with: {
      addresses: { orderBy: asc(addresses.position), columns: { userId: false, position: false } },
      cartLines: { orderBy: asc(cartLines.position) },
      wishlistItems: { orderBy: asc(wishlistItems.position) },
    },
  });
  if (row === undefined) throw createUserNotFoundError();
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

/** Reads a password hash. Returns undefined if there is no such user. */
export async function readPasswordHash(database: Database, condition: SQL): Promise<string | undefined> {
  const [user] = await database.select({ passwordHash: users.passwordHash }).from(users).where(condition);
  return user?.passwordHash;
}

/**
 * Reads a user and locks its row, so that concurrent changes to one user run one at a time.
 * @throws {HttpError} 404 if there is none.
 */
export async function lockUser(transaction: Database, condition: SQL): Promise<UserRecord> {
  const [row] = await transaction.select({ id: users.id }).from(users).where(condition).for('update');
  if (row === undefined) throw createUserNotFoundError();
  return readUser(transaction, buildUserIdCondition(row.id));
}
