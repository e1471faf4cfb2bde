import type { Area } from '../check.ts';
import { success } from '../expectations.ts';

export const contact: Area = {
  name: 'Contact',
  checks: [
    {
      call: 'POST /createContact',
      impact: 'the contact form',
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
          remark: 'An automated check of the REST host. No reply needed.',
        },
      }),
      expects: [success],
    },
  ],
};
