import type { Area } from '../check.ts';
import { status } from '../expectations.ts';

export const contact: Area = {
  name: 'Contact',
  checks: [
    {
      call: 'POST /createContact',
      loses: 'the contact form',
      request: ({ visitor }) => ({
        method: 'POST',
        path: '/createContact',
        body: {
          name: visitor.username,
          phoneNumber: visitor.contact,
          productName: '',
          publisher: '',
          author: '',
          language: '',
          remark: 'A check of the REST host; nobody waits for an answer.',
        },
      }),
      expects: [status(200, 201)],
    },
  ],
};
