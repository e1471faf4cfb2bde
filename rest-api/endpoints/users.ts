import { z } from 'zod';
import type { Database } from '../database/engine.ts';
import { describeConditionalGet, describeMessage, type Endpoint } from '../http/endpoint.ts';
import { createBadRequest, HttpError } from '../http/errors.ts';
import { readBody, readId, readQuery, requiredText, text, unionError } from '../http/input.ts';
import { computeEntityTag, matchesIfMatch, matchesIfNoneMatch } from '../http/send.ts';
import { languageHeader, readMailLanguage } from '../mail/language.ts';
import { type Outbox, queueEmail } from '../mail/outbox.ts';
import type { MailSettings } from '../mail/shop-email.ts';
import { composeAccountChangeEmail } from '../shoppers/account-emails.ts';
import { addUser } from '../shoppers/add-user.ts';
import { verifySecret } from '../shoppers/passwords.ts';
import { updateUser } from '../shoppers/update-user.ts';
import { newUser, userUpdate } from '../shoppers/user-fields.ts';
import {
  buildUserContactCondition,
  buildUserIdCondition,
  readPasswordHash,
  readUser,
  type UserRecord,
  userRecord,
} from '../shoppers/user-record.ts';

const contactQuery = z.object({ contact: text(40).meta({ examples: ['9812345678'] }) });

const updateHeaders = z.object({
  'If-Match': z
    .string()
    .optional()
    .meta({ description: 'The `ETag` of the version on which the change is based' }),
  ...languageHeader.shape,
});

const duplicateUser = "Contact number already exists! Or: Duplicate entry '<e-mail>' for key 'email'";
const loginMessage = 'Login successful!';

const credentials = z
  .strictObject({
    contact: z
      .union([requiredText(40), z.int()], unionError('Must be a contact number'))
      .meta({ examples: ['9812345678'] }),
    password: z
      .string()
      .min(1, 'Must not be empty')
      .max(1000)
      .meta({ examples: ['a good password'] }),
  })
  .meta({ id: 'Credentials' });

/** Registration, login and the user's record (requirements.md 7). */
export function createUserEndpoints(database: Database, { shop }: MailSettings, outbox: Outbox): Endpoint[] {
  return [
    {
      method: 'post',
      path: '/addUser',
      operation: {
        summary: 'Registers a user',
        body: newUser,
        responses: {
          201: { description: 'The user', body: userRecord },
          409: duplicateUser,
          413: "The body or the user's record is too large",
        },
      },
      handle: async (request, response) => {
        response.status(201).json(await addUser(database, readBody(request, newUser)));
      },
    },
    {
      method: 'post',
      path: '/loginByContact',
      operation: {
        summary: 'Checks a password',
        body: credentials,
        responses: {
          200: describeMessage(loginMessage),
          401: 'Login failed. Please check your credentials.',
        },
      },
      handle: async (request, response) => {
        const { contact, password } = readBody(request, credentials);
        const passwordHash = await readPasswordHash(database, buildUserContactCondition(String(contact)));
        if (!(await verifySecret(password, passwordHash))) {
          throw new HttpError(401, 'Login failed. Please check your credentials.');
        }
        response.json({ message: loginMessage });
      },
    },
    {
      method: 'get',
      path: '/getUserBycontact',
      operation: {
        summary: 'The user with a contact number',
        query: contactQuery,
        responses: { 200: { description: 'The user', body: userRecord }, 404: 'User not found' },
      },
      handle: async (request, response) => {
        const { contact } = readQuery(request, contactQuery);
        response.json(await readUser(database, buildUserContactCondition(contact)));
      },
    },
    {
      method: 'get',
      path: '/getUserById/:id',
      operation: {
        summary: 'A user',
        ...describeConditionalGet('The user', userRecord, { 404: 'User not found' }),
      },
      handle: async (request, response) => {
        const user = await readUser(database, buildUserIdCondition(readId(request)));
        const etag = computeEntityTag(user);
        response.setHeader('ETag', etag);
        if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) response.status(304).end();
        else response.json(user);
      },
    },
    {
      method: 'put',
      path: '/updateUser/:id',
      operation: {
        summary: 'Changes fields of a user',
        headers: updateHeaders,
        body: userUpdate,
        responses: {
          200: { description: 'The user', body: userRecord, headers: { ETag: 'The version of the user' } },
          404: 'User not found',
          409: duplicateUser,
          412: 'The user has changed in the meantime; read it again',
          413: 'The body or the updated record is too large',
        },
      },
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
