import { z } from 'zod';
import { contactEnquiries } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { readBody, requiredText, text } from '../http/input.ts';
import { telephone } from '../shoppers/personal-fields.ts';

const enquiry = z.strictObject({
  name: requiredText(200),
  phoneNumber: telephone,
  remark: requiredText(5000),
  productName: text(800).default(''),
  publisher: text(800).default(''),
  author: text(800).default(''),
  language: text(800).default(''),
});

/** The contact form (requirements.md 7). */
export function contactEndpoints(database: Database): Endpoint[] {
  return [
    {
      method: 'post',
      path: '/createContact',
      handle: async (request, response) => {
        await database.insert(contactEnquiries).values(readBody(request, enquiry));
        response.status(201).json({ message: 'Thank you for contacting us. We will get back to you soon.' });
      },
    },
  ];
}
