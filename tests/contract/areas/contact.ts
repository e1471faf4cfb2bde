import type { Area } from '../check.ts';
import { success } from '../expectations.ts';

export const contact: Area = {
  name: 'Contact',
  checks: [
    {
      call: 'POST /createContact',
      impact: 'the contact form',
      request: ({ testUser }) => ({
        method: 'POST',
        path: '/createContact',
        body: {
          name: testUser.username,
          phoneNumber: testUser.contact,
          productName: '',
          publisher: '',
          author: '',
          language: '',
          remark: 'An automated check of the REST host. No reply needed.',
        },
      }),
      expects: [success],
      creates: ({ testUser }) => `an enquiry from ${testUser.username}`,
    },
  ],
};
