import type { z } from 'zod';
import type { Database } from '../database/engine.ts';
import { users } from '../database/shopper-tables.ts';
import { runInTransaction } from '../database/transaction.ts';
import { hashSecret } from './passwords.ts';
import {
  rejectOversizedUser,
  storeAddresses,
  storeCart,
  storeWishlist,
  toDuplicateError,
} from './store-user.ts';
import type { newUser } from './user-fields.ts';
import { buildUserIdCondition, readUser, type UserRecord } from './user-record.ts';

/**
 * Stores a new user.
 * @throws HttpError 400 for unknown product ids, 409 if the contact or e-mail is taken, 413 if the record is too large.
 */
export async function addUser(database: Database, user: z.output<typeof newUser>): Promise<UserRecord> {
  const passwordHash = await hashSecret(user.password);
  const { username, email, contact } = user;
  try {
    return await runInTransaction(database, async (transaction) => {
      const [row] = await transaction
        .insert(users)
        .values({ username, email, contact, passwordHash })
        .returning({ id: users.id });
      if (row === undefined) throw new Error('The insert returned no user id.');
      await storeAddresses(transaction, row.id, user.addresses);
      await storeCart(transaction, row.id, user.productIds);
      await storeWishlist(transaction, row.id, user.wishlistProductIds);
      const added = await readUser(transaction, buildUserIdCondition(row.id));
      rejectOversizedUser(added);
      return added;
    });
  } catch (error) {
    throw toDuplicateError(error, email);
  }
}
