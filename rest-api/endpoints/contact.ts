import { z } from 'zod';
import { contactEnquiries } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { readBody, requiredText, text } from '../http/input.ts';
import type { Block } from '../mail/compose.ts';
import { type MailSettings, queueToShop } from '../mail/order-emails.ts';
import type { Outbox } from '../mail/outbox.ts';
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

/** The contact form (requirements.md 7). Each enquiry is reported to the shop by e-mail. */
export function createContactEndpoints(
  database: Database,
  mailSettings: MailSettings,
  outbox: Outbox,
): Endpoint[] {
  return [
    {
      method: 'post',
      path: '/createContact',
      handle: async (request, response) => {
        const body = readBody(request, enquiry);
        await inTransaction(database, async (transaction) => {
          await transaction.insert(contactEnquiries).values(body);
          await queueToShop(
            transaction,
            mailSettings,
            `New enquiry from ${body.name}`,
            composeEnquiryBlocks(body),
          );
        });
        outbox.wake();
        response.status(201).json({ message: 'Thank you for contacting us. We will get back to you soon.' });
      },
    },
  ];
}

function composeEnquiryBlocks({ remark, ...fields }: z.output<typeof enquiry>): Block[] {
  const rows: [string, string][] = [
    ['Name', fields.name],
    ['Telephone', fields.phoneNumber],
    ['Product', fields.productName],
    ['Author', fields.author],
    ['Publisher', fields.publisher],
    ['Language', fields.language],
  ];
  return [{ rows: rows.filter(([, value]) => value !== '') }, remark];
}
