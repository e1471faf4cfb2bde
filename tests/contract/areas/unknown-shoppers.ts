import type { Area } from '../check.ts';
import { emptyList, notFound, unknownContact } from '../expectations.ts';
import { unknownId } from './catalogue.ts';
import { createLoginRequest, wrongCredentials, wrongCredentialsImpact } from './registration.ts';

/** Calls for a shopper who does not exist on the host. They change nothing. */
export const unknownShoppers: Area = {
  name: 'Unknown shoppers',
  checks: [
    {
      call: 'GET /getUserById/{id} with an unknown id',
      impact: 'ending the session of a deleted user',
      request: () => ({ method: 'GET', path: `/getUserById/${unknownId}` }),
      expects: [notFound(404)],
    },
    {
      call: 'GET /getUserBycontact?contact= with an unknown contact',
      impact: 'changing the contact, and the message at a password reset that the account is unknown',
      request: ({ testUser }) => ({
        method: 'GET',
        path: '/getUserBycontact',
        query: { contact: testUser.contact },
      }),
      expects: [unknownContact],
    },
    {
      call: 'GET /OrdersByUserEmail?email= with an unknown e-mail',
      impact: 'the empty list of orders of a new shopper',
      request: ({ testUser }) => ({
        method: 'GET',
        path: '/OrdersByUserEmail',
        query: { email: testUser.email },
      }),
      expects: [emptyList(404)],
    },
    {
      call: 'POST /loginByContact with an unknown contact',
      impact: wrongCredentialsImpact,
      request: ({ testUser: { contact, password } }) => createLoginRequest(contact, password),
      expects: wrongCredentials,
    },
  ],
};
