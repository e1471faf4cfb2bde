import { and, eq, ilike, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { emails } from '../database/back-office-tables.ts';
import { contactEnquiries } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';
import { idempotencyKeys, orders } from '../database/order-tables.ts';
import { users } from '../database/shopper-tables.ts';
import { readSnapshot } from '../database/transaction.ts';
import { formatCount } from '../format-count.ts';
import { HttpError } from '../http/errors.ts';
import { requiredText } from '../http/input.ts';
import { buildOrdersCondition, readOrders } from '../orders/order-record.ts';
import {
  buildUserContactCondition,
  buildUserEmailCondition,
  buildUserIdCondition,
  lockUser,
  readUser,
  type UserRecord,
} from '../shoppers/user-record.ts';
import { type Command, defineChange, defineQuery, limitInput } from './command.ts';
import { formatJson, formatTable } from './table.ts';

const customer = requiredText(254);

export const customerCommands: readonly Command[] = [
  defineQuery({
    name: 'customers find',
    usage: 'TEXT [--limit 50]',
    description: 'finds customers by part of their name, e-mail address or mobile number',
    parameters: ['text'],
    options: { limit: { type: 'string' } },
    input: z.strictObject({ text: requiredText(254), limit: limitInput }),
    run: async (database, { text, limit }) => {
      const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
      const condition = or(
        ilike(users.username, pattern),
        ilike(users.email, pattern),
        ilike(users.contact, pattern),
      );
      const rows = await database
        .select({ id: users.id, name: users.username, email: users.email, mobile: users.contact })
        .from(users)
        .where(condition)
        .orderBy(users.id)
        .limit(limit);
      const total = await database.$count(users, condition);
      const cells = rows.map(({ id, name, email, mobile }) => [id, name, email, mobile]);
      const more =
        total > rows.length ? `\n${rows.length} of ${total} customers; use --limit to see more.` : '';
      return { data: rows, text: formatTable(['Id', 'Name', 'E-mail', 'Mobile'], cells) + more };
    },
  }),
  defineQuery({
    name: 'customers export',
    usage: 'EMAIL|MOBILE|ID [--output FILE]',
    description: 'exports all data of a customer as JSON',
    parameters: ['customer'],
    input: z.strictObject({ customer }),
    run: async (database, input) => {
      const data = await readSnapshot(database, async (transaction) => {
        const account = await readUser(transaction, buildCustomerCondition(input.customer));
        const condition = await buildOrdersCondition(transaction, account.email);
        return {
          account,
          orders: (await readOrders(transaction, new Map(), condition)).map(omitProductFields),
          enquiries: await transaction
            .select()
            .from(contactEnquiries)
            .where(buildEnquiriesCondition(account)),
          emails: await transaction
            .select({ subject: emails.subject, text: emails.text, createdAt: emails.createdAt })
            .from(emails)
            .where(buildEmailsCondition(account)),
        };
      });
      return { data, text: formatJson(data) };
    },
  }),
  defineChange({
    name: 'customers erase',
    usage: 'EMAIL|MOBILE|ID [--yes]',
    description:
      'erases a customer: account, addresses, cart, wish list, enquiries and e-mails; orders are kept for accounting, without e-mail address and mobile number',
    parameters: ['customer'],
    question: 'Permanently erase this customer?',
    input: z.strictObject({ customer }),
    change: async (transaction, input) => {
      // Waits for an order that is being created, so that it counts as open. A later order fails.
      const account = await lockUser(transaction, buildCustomerCondition(input.customer));
      const ownOrdersCondition = await buildOrdersCondition(transaction, account.email);
      await assertNoOpenOrders(transaction, ownOrdersCondition);
      const anonymizedOrders = await transaction
        .update(orders)
        .set({ userEmail: sql`'erased-' || ${orders.id} || '@invalid'`, userMobile: '', userId: null })
        .where(ownOrdersCondition)
        .returning({ orderId: orders.orderId });
      // The stored responses contain the customer's name, address and mobile number.
      const orderIds = anonymizedOrders.map(({ orderId }) => orderId);
      const orderIdOfKey = sql`${idempotencyKeys.responseBody}::jsonb ->> 'orderId'`;
      await transaction.delete(idempotencyKeys).where(inArray(orderIdOfKey, orderIds));
      await transaction.delete(emails).where(buildEmailsCondition(account));
      await transaction.delete(contactEnquiries).where(buildEnquiriesCondition(account));
      await transaction.delete(users).where(eq(users.id, account.id));
      return {
        subject: `customer ${account.id}`,
        details: { orders: anonymizedOrders.length },
        data: { id: account.id, orders: anonymizedOrders.length },
        text: `Customer ${account.id} was erased. Kept ${formatCount(anonymizedOrders.length, 'order')}, without e-mail address and mobile number.`,
      };
    },
  }),
];

/**
 * Omits the field `product`, which is null in every line: the current product records aren't the customer's data, so
 * they aren't read. The lines contain the names and prices at the time of the order.
 */
function omitProductFields({ shipmentProducts, ...order }: Awaited<ReturnType<typeof readOrders>>[number]) {
  return { ...order, shipmentProducts: shipmentProducts.map(({ product: _, ...line }) => line) };
}

/** Ten digits are a mobile number, fewer are an id. */
function buildCustomerCondition(text: string): SQL {
  if (text.includes('@')) return buildUserEmailCondition(text);
  if (/^\d{10}$/.test(text)) return buildUserContactCondition(text);
  if (/^\d{1,9}$/.test(text)) return buildUserIdCondition(Number(text));
  throw new HttpError(400, 'customer: Must be an e-mail address, a mobile number or an id');
}

/** Selects the e-mails to a customer, and those to the shop about the customer's orders and stored enquiries. */
function buildEmailsCondition(account: UserRecord): SQL | undefined {
  const emailAddress = account.email.toLowerCase();
  const escaped = emailAddress.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&');
  // The e-mail address must not be a part of a longer one. A full stop may follow it at the end of a sentence.
  const pattern = `(?<![[:alnum:].!#$%&'*+/=?^_\`{|}~-])${escaped}(?![[:alnum:]-]|\\.[[:alnum:]])`;
  const repeatsEnquiry = sql`exists (select 1 from ${contactEnquiries} where ${buildEnquiriesCondition(account)}
    and position(E'\nTelephone: ' || ${contactEnquiries.phoneNumber} || E'\n' in ${emails.text}) > 0)`;
  return or(
    eq(sql`lower(${emails.recipient})`, emailAddress),
    sql`lower(${emails.text}) ~ ${pattern}`,
    repeatsEnquiry,
  );
}

/** Selects a customer's enquiries by the telephone number, which can have any format, such as `+91 98123-45678`. */
function buildEnquiriesCondition({ contact }: UserRecord): SQL {
  return sql`regexp_replace(${contactEnquiries.phoneNumber}, '[^0-9]', '', 'g') ~ ${`^0*(91)?0*${contact}$`}`;
}

async function assertNoOpenOrders(transaction: Database, condition: SQL | undefined): Promise<void> {
  const open = await transaction
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(condition, notInArray(orders.status, ['Delivered', 'Cancelled'])));
  if (open.length === 0) return;
  const numbers = open.map(({ orderId }) => orderId).join(', ');
  throw new HttpError(409, `The customer has open orders: ${numbers}. Deliver or cancel them first`);
}
