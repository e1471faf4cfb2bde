import { z } from 'zod';
import { createRecord } from '../domain/create-record.ts';
import { formatDateInIndia } from '../domain/date.ts';
import {
  amount,
  clampCount,
  lenientText,
  optionalAmount,
  optionalNumber,
  restId,
  textOrEmpty,
} from './fields.ts';
import { addressFields } from './shoppers.ts';

/** A smaller timestamp is in seconds: in milliseconds it would be before April 1973. */
const minTimestampMs = 1e11;

/** The end of the year 9999, the last with four digits. */
const maxTimestampMs = Date.UTC(10_000, 0);

const datePattern = /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?<secondsAndZone>.*))?$/;
const timeZonePattern = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/** For the log. A date such as 04/03/2026 is rejected, because it could mean 4 March or 3 April. */
const invalidDateReason = 'is not a date in the format yyyy-mm-dd';

/**
 * The date of an order as `yyyy-mm-dd` in the shop's time zone. Hosts send a date or a time: as text, as
 * a timestamp, or as a list of year, month, day and so on. A time without a zone is in the shop's time zone.
 */
const orderDateSchema = z
  .union([z.string(), z.number(), z.array(z.int()).min(3)], invalidDateReason)
  .transform((value, context) => {
    const date = parseDate(value);
    if (date !== null && isValidDate(date)) return date;
    context.addIssue(invalidDateReason);
    return z.NEVER;
  });

/** A line of an order. Amounts are in paise. */
export type OrderLineRecord = z.output<typeof orderLineSchema>;

/** A step that an order has taken, with the status as the host names it. */
export type OrderStepRecord = NonNullable<OrderRecord['statusHistory']>[number];

/** An order. Amounts are in paise. */
export type OrderRecord = z.output<typeof orderSchema>;

/**
 * The product of a line. A shopper's orders may have thousands of lines in all, so only these fields are decoded; the
 * others are in the catalogue.
 */
const orderedProductSchema = z.object({
  id: restId.transform(String),
  productName: lenientText,
});

const orderLineSchema = z
  .object({
    product: orderedProductSchema.nullish().catch(null),
    productId: restId.nullish().catch(null),
    productName: lenientText,
    quantity: optionalNumber.catch(null),
    price: optionalAmount.catch(null),
  })
  .transform((line) => ({
    /** The product's id; null if the host does not state it. */
    productId:
      line.product?.id ??
      (line.productId === null || line.productId === undefined ? null : String(line.productId)),
    productName: line.productName ?? line.product?.productName ?? '',
    quantity: clampCount(line.quantity ?? 1, 1),
    unitPrice: line.price,
  }));

/** The parts of a delivery address. Hosts may omit any of them. */
const orderAddressShape = createRecord(addressFields, () => lenientText);

/** A step of an order. Its instant is converted to UTC; text without a time zone is in the shop's time zone. */
const orderStepSchema = z.object({
  status: textOrEmpty,
  changedAt: z.string().transform((value, context) => {
    const text = value.trim();
    const instant = new Date(timeZonePattern.test(text) ? text : `${text}+05:30`);
    if (!Number.isNaN(instant.getTime())) return instant.toISOString();
    context.addIssue('is not an instant');
    return z.NEVER;
  }),
  reason: lenientText,
});

/** An order of requirements.md 3. Hosts may omit all fields except the id, the date and the total. */
export const orderSchema = z
  .object({
    orderId: restId,
    orderDate: orderDateSchema,
    totalPrice: amount,
    status: textOrEmpty,
    trackingNo: lenientText,
    ...orderAddressShape,
    shipmentCharges: optionalAmount.catch(null),
    deliveryFee: optionalAmount.catch(null),
    shipmentProducts: z
      .array(orderLineSchema)
      .nullish()
      .catch([])
      .transform((lines) => lines ?? []),
    // An invalid step, for example with a date that cannot be parsed, is dropped.
    statusHistory: z.array(orderStepSchema.nullable().catch(null)).nullish().catch(null),
    cancellable: z.boolean().nullish().catch(false),
    averageDeliveryTime: lenientText,
    mode: lenientText,
    userName: lenientText,
    userMobile: lenientText,
    couponName: lenientText,
    trackingUrl: z
      .url({ protocol: /^https?$/ })
      .nullish()
      .catch(null),
  })
  .transform(({ address, area, landmark, city, district, state, pincode, ...order }) => {
    const shippingAddress = { address, area, landmark, city, district, state, pincode };
    const parts = Object.values(shippingAddress).filter((part) => part !== null);
    const steps = (order.statusHistory?.filter((step) => step !== null) ?? []).toSorted(
      (one, other) => Date.parse(one.changedAt) - Date.parse(other.changedAt),
    );
    return {
      id: String(order.orderId),
      orderDate: order.orderDate,
      totalPrice: order.totalPrice,
      status: order.status,
      trackingNo: order.trackingNo,
      address: formatAddress(parts),
      shippingAddress: parts.length === 0 ? null : shippingAddress,
      shipmentCharges: order.shipmentCharges,
      deliveryFee: order.deliveryFee,
      lines: order.shipmentProducts,
      statusHistory: steps.length === 0 ? null : steps,
      cancellable: order.cancellable ?? false,
      trackingUrl: order.trackingUrl ?? null,
      paymentMode: order.mode,
      couponName: order.couponName,
      customerName: order.userName,
      customerContact: order.userMobile,
      expectedBy: computeExpectedDate(order.orderDate, order.averageDeliveryTime),
    };
  });

/** The id of an order in a response that may lack the order's other fields. */
export const orderIdSchema = z.object({ orderId: restId }).transform(({ orderId }) => String(orderId));

/** An order in the gateway's own form, as stored in the key-value store for repeated requests. */
export const orderRecordSchema: z.ZodType<OrderRecord> = z.object({
  id: z.string(),
  orderDate: z.string(),
  totalPrice: z.number(),
  status: z.string(),
  trackingNo: z.string().nullable(),
  address: z.string(),
  // Orders that were stored before 1.0.0 lack it.
  shippingAddress: z.object(orderAddressShape).nullable().default(null),
  shipmentCharges: z.number().nullable(),
  deliveryFee: z.number().nullable(),
  lines: z.array(
    z.object({
      productId: z.string().nullable(),
      productName: z.string(),
      quantity: z.number(),
      unitPrice: z.number().nullable(),
    }),
  ),
  // Orders that were stored before 1.0.0 may also lack the fields below.
  statusHistory: z
    .array(z.object({ status: z.string(), changedAt: z.string(), reason: z.string().nullable() }))
    .nullable()
    .default(null),
  cancellable: z.boolean().default(false),
  trackingUrl: z.string().nullable().default(null),
  expectedBy: z.string().nullable().default(null),
  paymentMode: z.string().nullable().default(null),
  couponName: z.string().nullable().default(null),
  customerName: z.string().nullable().default(null),
  customerContact: z.string().nullable().default(null),
});

/** Joins the parts of an address. Omits repeated parts: some hosts include the city in the street. */
function formatAddress(parts: readonly string[]): string {
  const unique: string[] = [];
  for (const part of parts) {
    if (!unique.some((previous) => previous.split(', ').includes(part))) unique.push(part);
  }
  return unique.join(', ');
}

/** The last expected day of delivery: six days after the order for `5-6 days`; null if the text has no such ending. */
function computeExpectedDate(orderDate: string, deliveryTime: string | null): string | null {
  const [, days] = /(\d{1,3})\s*days?$/i.exec(deliveryTime ?? '') ?? [];
  if (days === undefined) return null;
  return new Date(Date.parse(orderDate) + Number(days) * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

function parseDate(value: string | number | readonly number[]): string | null {
  if (typeof value === 'string') return parseDateText(value.trim());
  if (typeof value !== 'number') return formatDateParts(value);
  return formatInstant(new Date(value < minTimestampMs ? value * 1000 : value));
}

function parseDateText(text: string): string | null {
  const groups = datePattern.exec(text)?.groups;
  if (groups?.date === undefined) return null;
  const hasTimeZone = timeZonePattern.test(groups.secondsAndZone ?? '');
  return hasTimeZone ? formatInstant(new Date(text)) : groups.date;
}

function formatDateParts([year = 0, month = 0, day = 0]: readonly number[]): string {
  const padToTwoDigits = (part: number) => String(part).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${padToTwoDigits(month)}-${padToTwoDigits(day)}`;
}

function formatInstant(instant: Date): string | null {
  return instant.getTime() < maxTimestampMs ? formatDateInIndia(instant) : null;
}

function isValidDate(date: string): boolean {
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date);
}
