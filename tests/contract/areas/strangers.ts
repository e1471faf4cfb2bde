import type { Area } from '../check.ts';
import { emptyList, nothing, refused } from '../expectations.ts';
import { unknownId } from './catalogue.ts';

/** Calls about a shopper that the host does not know; none of them changes anything. */
export const strangers: Area = {
  name: 'Unknown shoppers',
  checks: [
    {
      call: 'GET /getUserById/{id} of an unknown id',
      loses: 'the end of a session whose user is gone',
      request: () => ({ method: 'GET', path: `/getUserById/${unknownId}` }),
      expects: [nothing],
    },
    {
      call: 'GET /getUserBycontact?contact= of an unknown contact',
      loses: 'the difference between a shopper and nobody',
      request: ({ visitor }) => ({
        method: 'GET',
        path: '/getUserBycontact',
        query: { contact: visitor.contact },
      }),
      expects: [nothing],
    },
    {
      call: 'GET /OrdersByUserEmail?email= of an unknown e-mail',
      loses: 'the empty list of orders of a new shopper',
      request: ({ visitor }) => ({
        method: 'GET',
        path: '/OrdersByUserEmail',
        query: { email: visitor.email },
      }),
      expects: [emptyList],
    },
    {
      call: 'POST /loginByContact of an unknown contact',
      loses: 'everything: any other status than 200 counts as a wrong login, and 200 lets anybody in',
      request: ({ visitor }) => ({
        method: 'POST',
        path: '/loginByContact',
        body: { contact: visitor.contact, password: visitor.password },
      }),
      expects: [refused],
    },
  ],
};
