import type { Area } from '../check.ts';
import { clientError, emptyList, notFound } from '../expectations.ts';
import { unknownId } from './catalogue.ts';

/** Calls for a shopper that the host does not know. They change nothing. */
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
      impact: 'distinguishing registered shoppers from unknown ones',
      request: ({ visitor }) => ({
        method: 'GET',
        path: '/getUserBycontact',
        query: { contact: visitor.contact },
      }),
      expects: [clientError],
    },
    {
      call: 'GET /OrdersByUserEmail?email= with an unknown e-mail',
      impact: 'the empty list of orders of a new shopper',
      request: ({ visitor }) => ({
        method: 'GET',
        path: '/OrdersByUserEmail',
        query: { email: visitor.email },
      }),
      expects: [emptyList(404)],
    },
    {
      call: 'POST /loginByContact with an unknown contact',
      impact: 'security: with status 200 anyone could sign in',
      request: ({ visitor }) => ({
        method: 'POST',
        path: '/loginByContact',
        body: { contact: visitor.contact, password: visitor.password },
      }),
      expects: [clientError],
    },
  ],
};
