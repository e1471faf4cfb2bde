import { z } from 'zod';
import type { Database } from '../database/engine.ts';
import { users } from '../database/shopper-tables.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { badInput, HttpError } from '../http/errors.ts';
import { must, readBody, readId, readQuery, requiredText, text } from '../http/input.ts';
import { allows, entityTag, matches } from '../http/send.ts';
import type { Mailer } from '../mail/mailer.ts';
import { identityNotice } from '../shoppers/identity-notice.ts';
import { hashSecret, isSecret } from '../shoppers/passwords.ts';
import {
  refuseOversized,
  storeAddresses,
  storeCart,
  storeWishlist,
  takenOr,
} from '../shoppers/store-user.ts';
import { updateUser } from '../shoppers/update-user.ts';
import { newUser, wholeUser } from '../shoppers/user-fields.ts';
import { byContact, byUserId, readUser, type UserRecord } from '../shoppers/user-record.ts';

const contactInQuery = z.object({ contact: text(40) });

/** Registration, login and the user's record (requirements.md 7). */
export function userEndpoints(database: Database, mailer: Mailer): Endpoint[] {
  return [
    {
      method: 'post',
      path: '/addUser',
      answer: async (request, response) => {
        response.status(201).json(await addUser(database, readBody(request, newUser)));
      },
    },
    {
      method: 'post',
      path: '/loginByContact',
      answer: async (request, response) => {
        const { contact, password } = readBody(request, credentials);
        const [user] = await database
          .select({ passwordHash: users.passwordHash })
          .from(users)
          .where(byContact(String(contact)));
        if (!(await isSecret(password, user?.passwordHash))) {
          throw new HttpError(401, 'Login failed. Please check your credentials.');
        }
        response.json({ message: 'Login successful!' });
      },
    },
    {
      method: 'get',
      path: '/getUserBycontact',
      answer: async (request, response) => {
        const { contact } = readQuery(request, contactInQuery);
        response.json(await readUser(database, byContact(contact)));
      },
    },
    {
      method: 'get',
      path: '/getUserById/:id',
      answer: async (request, response) => {
        const user = await readUser(database, byUserId(readId(request)));
        const etag = entityTag(user);
        response.setHeader('ETag', etag);
        if (matches(request.headers['if-none-match'], etag)) response.status(304).end();
        else response.json(user);
      },
    },
    {
      method: 'put',
      path: '/updateUser/:id',
      answer: async (request, response) => {
        const id = readId(request);
        const change = readBody(request, wholeUser);
        if (change.id !== undefined && change.id !== id) {
          throw badInput([{ field: 'id', message: `Is ${change.id}, but the address names user ${id}` }]);
        }
        const isCurrent = (user: UserRecord) => allows(request.headers['if-match'], entityTag(user));
        const { before, after } = await updateUser(database, id, change, isCurrent);
        const notice = identityNotice(before, after);
        if (notice !== undefined) mailer.sendInBackground(notice);
        response.setHeader('ETag', entityTag(after));
        response.json(after);
      },
    },
  ];
}

const credentials = z.strictObject({
  contact: z.union([requiredText(40), z.int()], must('Must be a contact number')),
  password: z.string().min(1, 'Must not be empty').max(1000),
});

/** Stores a new user. Throws HttpError 409 when contact or e-mail is taken. */
async function addUser(database: Database, user: z.output<typeof newUser>): Promise<UserRecord> {
  const passwordHash = await hashSecret(user.password);
  const { username, email, contact } = user;
  try {
    return await inTransaction(database, async (transaction) => {
      const [row] = await transaction
        .insert(users)
        .values({ username, email, contact, passwordHash })
        .returning({ id: users.id });
      if (row === undefined) throw new Error('The new user has no id.');
      await storeAddresses(transaction, row.id, user.addresses);
      await storeCart(transaction, row.id, user.productIds);
      await storeWishlist(transaction, row.id, user.wishlistProductIds);
      const added = await readUser(transaction, byUserId(row.id));
      refuseOversized(added);
      return added;
    });
  } catch (error) {
    throw takenOr(error, email);
  }
}
