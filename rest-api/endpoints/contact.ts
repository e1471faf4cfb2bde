import { z } from 'zod';
import { contactEnquiries } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';
import { runInTransaction } from '../database/transaction.ts';
import { describeMessage, type Endpoint } from '../http/endpoint.ts';
import { readBody, requiredText, text } from '../http/input.ts';
import type { Block } from '../mail/compose.ts';
import type { Outbox } from '../mail/outbox.ts';
import { type MailSettings, queueShopEmail } from '../mail/shop-email.ts';
import { telephone } from '../shoppers/personal-fields.ts';

/** A field of the book that the enquiry is about; empty if it is not about a book. */
const createBookField = (example: string) =>
  text(800)
    .default('')
    .meta({ examples: [example] });

const enquiry = z
  .strictObject({
    name: requiredText(200).meta({ examples: ['Asha Kulkarni'] }),
    phoneNumber: telephone,
    remark: requiredText(5000).meta({ examples: ['Do you have this book?'] }),
    productName: createBookField('Shyamchi Aai'),
    publisher: createBookField('Pune Vidyarthi Griha Prakashan'),
    author: createBookField('Sane Guruji'),
    language: createBookField('Marathi'),
  })
  .meta({ id: 'Enquiry' });

const successMessage = 'Thank you for contacting us. We will get back to you soon.';

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
      operation: {
        summary: 'Sends an enquiry to the shop',
        body: enquiry,
        responses: { 201: describeMessage(successMessage) },
      },
      handle: async (request, response) => {
        const body = readBody(request, enquiry);
        await runInTransaction(database, async (transaction) => {
          await transaction.insert(contactEnquiries).values(body);
          await queueShopEmail(
            transaction,
            mailSettings,
            `New enquiry from ${body.name}`,
            composeEnquiryBlocks(body),
          );
        });
        outbox.wake();
        response.status(201).json({ message: successMessage });
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
