import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/engine.ts';
import { users } from '../database/shopper-tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { HttpError } from '../http/errors.ts';
import { hashSecret } from './passwords.ts';
import { refuseOversized, storeAddresses, storeCart, storeWishlist, takenOr } from './store-user.ts';
import type { WholeUser } from './user-fields.ts';
import { byUserId, lockUser, readUser, type UserRecord } from './user-record.ts';

/**
 * Brings a user's record to what the client sent, and gives it as it was and is; what the client left out
 * stays. Nothing changes when
 * `isCurrent` says that the client had not seen the record as it is now.
 * @throws HttpError 404, 409 for a taken contact or e-mail, 412 when not current, 413 when it grows too large.
 */
export async function updateUser(
  database: Database,
  id: number,
  change: WholeUser,
  isCurrent: (user: UserRecord) => boolean,
): Promise<{ before: UserRecord; after: UserRecord }> {
  const passwordHash = change.password ? await hashSecret(change.password) : undefined;
  try {
    return await inTransaction(database, async (transaction) => {
      const before = await lockUser(transaction, id);
      if (!isCurrent(before)) throw new HttpError(412, 'The user has changed meanwhile; read it again');
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
      const after = await readUser(transaction, byUserId(id));
      refuseOversized(after);
      return { before, after };
    });
  } catch (error) {
    throw takenOr(error, change.email);
  }
}

async function storeFields(
  transaction: Database,
  id: number,
  change: WholeUser,
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
  const [row] = await transaction
    .select({ unknownFields: users.unknownFields })
    .from(users)
    .where(eq(users.id, id));
  await transaction
    .update(users)
    .set({
      username,
      email,
      contact,
      unknownFields: { ...row?.unknownFields, ...unknownFields },
      // A demo shopper with a new password is no longer the one whose login is printed at start.
      ...(passwordHash !== undefined && { passwordHash, origin: 'shop' as const }),
    })
    .where(eq(users.id, id));
}
