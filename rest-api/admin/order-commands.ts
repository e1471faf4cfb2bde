import { stringify } from 'csv-stringify/sync';
import { and, asc, desc, eq, gte, lte, notInArray, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database/engine.ts';
import { orderLines, orderStatusChanges, orders } from '../database/order-tables.ts';
import { formatDateTimeInIndia } from '../domain/calendar.ts';
import { toRupees } from '../domain/money.ts';
import { HttpError } from '../http/errors.ts';
import { requiredText } from '../http/input.ts';
import { computeAmounts, needsRefund, type StoredLine } from '../orders/order-amounts.ts';
import { queueOrderCancelledEmails, queueOrderDispatchedEmail } from '../orders/order-emails.ts';
import {
  buildOrderIdCondition,
  changeOrderStatus,
  findDispatchDate,
  isPaid,
  listStatusHistory,
  lockOrder,
  type OrderStep,
  orderSteps,
  type StatusChange,
  type StoredOrder,
  type StoredStatusChange,
  toOrderStep,
} from '../orders/order-status.ts';
import { type Command, defineChange, defineQuery, limitInput } from './command.ts';
import { formatCell, formatRecord, formatTable } from './table.ts';

const orderId = requiredText(40);
const isoDate = z.iso.date('Must be a date: yyyy-mm-dd');
const status = z.enum(orderSteps, `Must be one of ${orderSteps.join(', ')}`);
const filterInput = z.strictObject({
  from: isoDate.optional(),
  to: isoDate.optional(),
  status: status.optional(),
});
type Filter = z.output<typeof filterInput>;
const isChronological = ({ from, to }: Filter) => from === undefined || to === undefined || from <= to;
const reversedDates = { path: ['from'], message: 'Must not be after --to' };
const filterOptions = {
  from: { type: 'string' },
  to: { type: 'string' },
  status: { type: 'string' },
} as const;

export const orderCommands: readonly Command[] = [
  defineQuery({
    name: 'orders list',
    usage: '[--from DATE] [--to DATE] [--status STATUS] [--limit 50]',
    description: 'lists orders, newest first',
    options: { ...filterOptions, limit: { type: 'string' } },
    input: filterInput.extend({ limit: limitInput }).refine(isChronological, reversedDates),
    run: async (database, { limit, ...filter }) => {
      const condition = buildCondition(filter);
      const rows = await database.query.orders.findMany({
        where: condition,
        // Ids are chronological even if the clock was wrong for a while.
        orderBy: desc(orders.id),
        limit,
        with: { statusChanges: true },
      });
      const total = await database.$count(orders, condition);
      const table = formatTable(
        ['Order', 'Date', 'Status', 'Payment', 'Total', 'Copies', 'Name', 'City'],
        rows.map((row) => [
          row.orderId,
          row.orderDate,
          toOrderStep(row.status),
          describePayment(row),
          toRupees(row.totalPaise),
          row.productQuantity,
          row.userName,
          row.city,
        ]),
      );
      const more = total > rows.length ? `\n${rows.length} of ${total} orders; use --limit to see more.` : '';
      return { data: rows.map(toOrderOutput), text: table + more };
    },
  }),
  defineQuery({
    name: 'orders show',
    usage: 'ID',
    description: 'shows an order with its lines, address and status history',
    parameters: ['id'],
    input: z.strictObject({ id: orderId }),
    run: async (database, { id }) => {
      const row = await readOrder(database, id);
      const lines = row.lines.map(({ productId, productName, quantity, pricePaise }) => ({
        productId,
        productName,
        quantity,
        price: toRupees(pricePaise),
      }));
      const statusHistory = listStatusHistory(row).map(({ status, changedAt, changedBy, reason }) => ({
        status,
        changedAt,
        changedBy,
        reason,
      }));
      const order = toOrderOutput(row);
      return {
        data: { ...order, lines, statusHistory },
        text: [
          formatRecord(Object.entries(order)),
          formatTable(
            ['Product', 'Title', 'Copies', 'Price'],
            lines.map((line) => [line.productId, line.productName, line.quantity, line.price]),
          ),
          formatTable(
            ['Status', 'At', 'By', 'Reason'],
            statusHistory.map((entry) => [
              entry.status,
              formatDateTimeInIndia(entry.changedAt),
              entry.changedBy,
              entry.reason,
            ]),
          ),
        ].join('\n\n'),
      };
    },
  }),
  defineStepCommand('pack', 'Packed', 'marks orders as packed; shoppers can no longer cancel them'),
  defineChange({
    name: 'orders dispatch',
    usage: 'ID --tracking NUMBER [--tracking-url URL]',
    description:
      'marks an order as dispatched, or corrects its tracking number or URL, and notifies the shopper; a new number without a URL removes the URL of the previous number',
    parameters: ['id'],
    options: { tracking: { type: 'string' }, 'tracking-url': { type: 'string' } },
    input: z.strictObject({
      id: orderId,
      tracking: requiredText(200),
      'tracking-url': z
        .url({ protocol: /^https?$/, error: 'Must be an http(s) URL' })
        .max(2000)
        .optional(),
    }),
    change: async (
      transaction,
      { id, tracking: trackingNo, 'tracking-url': trackingUrl },
      { mailSettings },
    ) => {
      const order = await lockOrder(transaction, id);
      const isNewNumber = order.trackingNo !== trackingNo;
      const isNewUrl = trackingUrl !== undefined && order.trackingUrl !== trackingUrl;
      const isCorrection = toOrderStep(order.status) === 'Dispatched' && (isNewNumber || isNewUrl);
      const dispatched = isCorrection
        ? await correctTracking(transaction, order.id, trackingNo, trackingUrl)
        : await changeOrderStatus(transaction, order, {
            status: 'Dispatched',
            changedBy: 'shop',
            trackingNo,
            trackingUrl,
          });
      await queueOrderDispatchedEmail(transaction, mailSettings, dispatched);
      const removal =
        order.trackingUrl !== null && dispatched.trackingUrl === null
          ? ` The tracking URL of ${order.trackingNo} was removed; use --tracking-url to set the new one.`
          : '';
      return {
        subject: order.orderId,
        details: { trackingNo, ...(trackingUrl !== undefined && { trackingUrl }) },
        data: toOrderOutput(await readOrder(transaction, id)),
        text: `${order.orderId} was dispatched with tracking number ${trackingNo}.${removal}`,
      };
    },
  }),
  defineStepCommand('deliver', 'Delivered', 'marks orders as delivered'),
  defineChange({
    name: 'orders cancel',
    usage: 'ID --reason TEXT',
    description: 'cancels an order, returns its stock and notifies the shopper',
    parameters: ['id'],
    options: { reason: { type: 'string' } },
    input: z.strictObject({ id: orderId, reason: requiredText(500) }),
    change: async (transaction, { id, reason }, { mailSettings }) => {
      const order = await lockOrder(transaction, id);
      const change = { status: 'Cancelled', changedBy: 'shop', reason } as const;
      const cancelled = await changeOrderStatus(transaction, order, change);
      await queueOrderCancelledEmails(transaction, mailSettings, cancelled, 'shop', reason);
      const refund = needsRefund(order) ? ` It was paid: refund ${toRupees(order.totalPaise)} rupees.` : '';
      return {
        subject: order.orderId,
        details: { reason },
        data: toOrderOutput(await readOrder(transaction, id)),
        text: `${order.orderId} was cancelled and its stock was returned.${refund}`,
      };
    },
  }),
  defineQuery({
    name: 'orders export',
    usage: '[--from DATE] [--to DATE] [--status STATUS] [--lines] [--output FILE]',
    description: 'exports orders as CSV for accounting: a row per order, or per line with --lines',
    options: { ...filterOptions, lines: { type: 'boolean' } },
    input: filterInput.extend({ lines: z.boolean().default(false) }).refine(isChronological, reversedDates),
    run: async (database, { lines: isPerLine, ...filter }) => {
      const rows = await database.query.orders.findMany({
        where: buildCondition(filter),
        orderBy: [asc(orders.orderDate), asc(orders.id)],
        with: { lines: { orderBy: asc(orderLines.position) }, statusChanges: true },
      });
      const data = isPerLine ? rows.flatMap(toExportedLines) : rows.map(toExportedOrder);
      const columns = isPerLine ? lineColumns : orderColumns;
      // Shoppers enter names and addresses, which must neither run as formulas nor manipulate a terminal.
      const cast = { string: (value: string) => formatCell(value, '\n') };
      return {
        data,
        text: stringify(data, { header: true, columns, cast, escape_formulas: true }).trimEnd(),
      };
    },
  }),
];

/** Defines a command that moves several orders to the next step, all of them or none. */
function defineStepCommand(verb: string, next: StatusChange['status'], description: string): Command {
  return defineChange({
    name: `orders ${verb}`,
    usage: 'ID …',
    description,
    parameters: ['ids...'],
    input: z.strictObject({ ids: z.array(orderId).min(1).max(1000) }),
    change: async (transaction, { ids }) => {
      const changed = [];
      const uniqueIds = new Set(ids.map((id) => id.toUpperCase()));
      for (const id of [...uniqueIds].toSorted()) {
        const order = await lockOrder(transaction, id);
        await changeOrderStatus(transaction, order, { status: next, changedBy: 'shop' });
        changed.push(await readOrder(transaction, id));
      }
      const orderIds = changed.map((order) => order.orderId).join(', ');
      return { subject: orderIds, data: changed.map(toOrderOutput), text: `${next}: ${orderIds}.` };
    },
  });
}

async function readOrder(database: Database, id: string) {
  const row = await database.query.orders.findFirst({
    where: buildOrderIdCondition(id),
    with: {
      lines: { orderBy: asc(orderLines.position) },
      statusChanges: { orderBy: asc(orderStatusChanges.id) },
    },
  });
  if (row === undefined) throw new HttpError(404, `Order not found: ${id}`);
  return row;
}

/**
 * Corrects the tracking number and URL of a dispatched order. Without a new URL, removes the stored one, because it
 * belongs to the previous number.
 */
async function correctTracking(
  transaction: Database,
  orderRowId: number,
  trackingNo: string,
  trackingUrl: string | undefined,
): Promise<StoredOrder> {
  const [order] = await transaction
    .update(orders)
    .set({ trackingNo, trackingUrl: trackingUrl ?? null })
    .where(eq(orders.id, orderRowId))
    .returning();
  if (order === undefined) throw new Error('The update returned no order.');
  return order;
}

function buildCondition({ from, to, status: step }: Filter): SQL | undefined {
  return and(
    from === undefined ? undefined : gte(orders.orderDate, from),
    to === undefined ? undefined : lte(orders.orderDate, to),
    step === undefined ? undefined : buildStepCondition(step),
  );
}

/** `Placed` also selects statuses that clients sent, such as `Paid`. */
function buildStepCondition(step: OrderStep): SQL {
  if (step !== 'Placed') return eq(orders.status, step);
  return notInArray(
    orders.status,
    orderSteps.filter((other) => other !== 'Placed'),
  );
}

function describePayment(order: StoredOrder): string {
  if (order.totalPaise === 0) return 'Nothing to pay';
  return isPaid(order) ? `Paid${order.transactionMode ? ` (${order.transactionMode})` : ''}` : 'On delivery';
}

type OrderWithSteps = StoredOrder & { readonly statusChanges: readonly StoredStatusChange[] };

/** Converts an order to the fields that `--json` and `orders show` print. Amounts are in rupees. */
function toOrderOutput(row: OrderWithSteps) {
  const { orderId: order, orderDate: date, trackingNo, trackingUrl, statusChanges } = row;
  return {
    order,
    date,
    status: toOrderStep(row.status),
    payment: describePayment(row),
    total: toRupees(row.totalPaise),
    shipping: toRupees(row.shipmentChargesPaise + row.deliveryFeePaise),
    coupon: row.couponName,
    copies: row.productQuantity,
    dispatchedDate: findDispatchDate(statusChanges),
    trackingNo,
    trackingUrl,
    name: row.userName,
    mobile: row.userMobile,
    email: row.userEmail,
    address: [row.address, row.area, row.landmark].filter((part) => part !== '').join(', '),
    city: row.city,
    district: row.district,
    state: row.state,
    pincode: row.pincode,
    country: row.country,
  };
}

/** The columns of exported orders. A file without orders has them too. */
const orderColumns = [
  'order',
  'date',
  'status',
  'payment',
  'items',
  'discount',
  'shipping',
  'coupon',
  'copies',
  'dispatchedDate',
  'trackingNo',
  'trackingUrl',
  'name',
  'mobile',
  'email',
  'address',
  'city',
  'district',
  'state',
  'pincode',
  'country',
  'total',
] as const satisfies (keyof ReturnType<typeof toExportedOrder>)[];

/** The columns of exported lines. */
const lineColumns = [
  'order',
  'date',
  'status',
  'productId',
  'productName',
  'quantity',
  'price',
  'amount',
] as const satisfies (keyof ReturnType<typeof toExportedLines>[number])[];

type OrderWithLines = OrderWithSteps & { readonly lines: readonly StoredLine[] };

function toExportedLines(row: OrderWithLines) {
  return row.lines.map(({ productId, productName, quantity, pricePaise }) => ({
    order: row.orderId,
    date: row.orderDate,
    status: toOrderStep(row.status),
    productId,
    productName,
    quantity,
    price: toRupees(pricePaise),
    amount: toRupees(pricePaise * quantity),
  }));
}

function toExportedOrder(row: OrderWithLines) {
  const { itemsPaise, discountPaise } = computeAmounts(row, row.lines);
  return { ...toOrderOutput(row), items: toRupees(itemsPaise), discount: toRupees(discountPaise) };
}
