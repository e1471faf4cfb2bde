import { z } from 'zod';
import type { Database } from '../database/engine.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { createBadRequest, HttpError } from '../http/errors.ts';
import { readBody, readId, readQuery, requiredText, text, unionError } from '../http/input.ts';
import { computeEntityTag, matchesIfMatch, matchesIfNoneMatch } from '../http/send.ts';
import { composeAccountChangeEmail } from '../mail/account-emails.ts';
import { readMailLanguage } from '../mail/language.ts';
import type { MailSettings } from '../mail/order-emails.ts';
import { type Outbox, queueEmail } from '../mail/outbox.ts';
import { addUser } from '../shoppers/add-user.ts';
import { verifySecret } from '../shoppers/passwords.ts';
import { updateUser } from '../shoppers/update-user.ts';
import { newUser, userUpdate } from '../shoppers/user-fields.ts';
import { byContact, byUserId, readPasswordHash, readUser, type UserRecord } from '../shoppers/user-record.ts';

const contactQuery = z.object({ contact: text(40) });

const credentials = z.strictObject({
  contact: z.union([requiredText(40), z.int()], unionError('Must be a contact number')),
  password: z.string().min(1, 'Must not be empty').max(1000),
});

/** Registration, login and the user's record (requirements.md 7). */
export function createUserEndpoints(database: Database, { shop }: MailSettings, outbox: Outbox): Endpoint[] {
  return [
    {
      method: 'post',
      path: '/addUser',
      handle: async (request, response) => {
        response.status(201).json(await addUser(database, readBody(request, newUser)));
      },
    },
    {
      method: 'post',
      path: '/loginByContact',
      handle: async (request, response) => {
        const { contact, password } = readBody(request, credentials);
        const passwordHash = await readPasswordHash(database, byContact(String(contact)));
        if (!(await verifySecret(password, passwordHash))) {
          throw new HttpError(401, 'Login failed. Please check your credentials.');
        }
        response.json({ message: 'Login successful!' });
      },
    },
    {
      method: 'get',
      path: '/getUserBycontact',
      handle: async (request, response) => {
        const { contact } = readQuery(request, contactQuery);
        response.json(await readUser(database, byContact(contact)));
      },
    },
    {
      method: 'get',
      path: '/getUserById/:id',
      handle: async (request, response) => {
        const user = await readUser(database, byUserId(readId(request)));
        const etag = computeEntityTag(user);
        response.setHeader('ETag', etag);
        if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) response.status(304).end();
        else response.json(user);
      },
    },
    {
      method: 'put',
      path: '/updateUser/:id',
      handle: async (request, response) => {
        const id = readId(request);
        const change = readBody(request, userUpdate);
        if (change.id !== undefined && change.id !== id) {
          throw createBadRequest([{ field: 'id', message: `Is ${change.id}, but the path has user ${id}` }]);
        }
        const isCurrent = (user: UserRecord) =>
          matchesIfMatch(request.headers['if-match'], computeEntityTag(user));
        const language = readMailLanguage(request);
        const after = await updateUser(database, id, change, isCurrent, async (transaction, before, user) => {
          const email = composeAccountChangeEmail(shop, language, before, user);
          if (email !== undefined) await queueEmail(transaction, email);
        });
        outbox.wake();
        response.setHeader('ETag', computeEntityTag(after));
        response.json(after);
      },
    },
  ];
}
