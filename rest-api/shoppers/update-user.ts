import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../database/engine.ts';
import { passwordResets, users } from '../database/shopper-tables.ts';
import { runInTransaction } from '../database/transaction.ts';
import { HttpError } from '../http/errors.ts';
import { hashSecret } from './passwords.ts';
import {
  rejectOversizedUser,
  storeAddresses,
  storeCart,
  storeWishlist,
  toDuplicateError,
} from './store-user.ts';
import type { UserUpdate } from './user-fields.ts';
import { buildUserIdCondition, lockUser, readUser, type UserRecord } from './user-record.ts';

/**
 * Updates the fields that the client sent, and returns the new record. `isCurrent` tells whether the client's copy of
 * the record is up to date; if it is not, nothing is changed. `afterChange` runs in the same transaction.
 * @throws HttpError 400 for unknown product ids, 404 for an unknown user, 409 if the contact or e-mail is taken, 412 if
 * the client's copy is out of date, 413 if the record would become too large.
 */
export async function updateUser(
  database: Database,
  id: number,
  change: UserUpdate,
  isCurrent: (user: UserRecord) => boolean,
  afterChange: (transaction: Database, before: UserRecord, after: UserRecord) => Promise<void>,
): Promise<UserRecord> {
  const passwordHash = change.password ? await hashSecret(change.password) : undefined;
  try {
    return await runInTransaction(database, async (transaction) => {
      const before = await lockUser(transaction, buildUserIdCondition(id));
      if (!isCurrent(before)) throw new HttpError(412, 'The user has changed in the meantime; read it again');
      await storeFields(transaction, id, change, passwordHash);
      const { addresses, productIds, wishlistProductIds } = change;
      if (addresses !== undefined && !isDeepStrictEqual(addresses, before.addresses)) {
        await storeAddresses(transaction, id, addresses);
      }
      if (productIds !== undefined && !isDeepStrictEqual(productIds, before.productIds)) {
        await storeCart(transaction, id, productIds);
      }
      if (
        wishlistProductIds !== undefined &&
        !isDeepStrictEqual(wishlistProductIds, before.wishlistProductIds)
      ) {
        await storeWishlist(transaction, id, wishlistProductIds);
      }
      const after = await readUser(transaction, buildUserIdCondition(id));
      rejectOversizedUser(after);
      if (after.email !== before.email || passwordHash !== undefined) await expireOtp(transaction, id);
      await afterChange(transaction, before, after);
      return after;
    });
  } catch (error) {
    throw toDuplicateError(error, change.email);
  }
}

/**
 * Invalidates the user's one-time password, even if it has been verified: somebody else may read the mailbox to which
 * it was sent. Keeps its row, which also counts the one-time passwords sent, for the rate limit.
 */
async function expireOtp(transaction: Database, userId: number): Promise<void> {
  await transaction
    .update(passwordResets)
    .set({ expiresAt: sql`now()`, verifiedAt: null })
    .where(eq(passwordResets.userId, userId));
}

async function storeFields(
  transaction: Database,
  id: number,
  change: UserUpdate,
  passwordHash: string | undefined,
): Promise<void> {
  const {
    id: _id,
    username,
    email,
    contact,
    password: _password,
    cpassword: _cpassword,
    addresses: _addresses,
    productIds: _productIds,
    wishlistProductIds: _wishlistProductIds,
    ...unknownFields
  } = change;
  await transaction
    .update(users)
    .set({
      username,
      email,
      contact,
      unknownFields: sql`${users.unknownFields} || ${JSON.stringify(unknownFields)}::jsonb`,
      // A demo account, whose password is published, becomes an account of the shop once a password is set.
      ...(passwordHash !== undefined && { passwordHash, origin: 'shop' as const }),
    })
    .where(eq(users.id, id));
}
