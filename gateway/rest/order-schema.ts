import { z } from 'zod';
import { dateInIndia } from '../domain/date.ts';
import {
  amount,
  clampCount,
  optionalAmount,
  optionalNumber,
  optionalText,
  restId,
  textOrEmpty,
} from './fields.ts';

/** Below this a number of an instant can only be meant in seconds. */
const fewestMilliseconds = 1e11;

const written = /^(?<day>\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?<rest>.*))?$/;
const zone = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * The day of an order as `yyyy-mm-dd`, in the shop's time zone. Hosts give the day itself, or an
 * instant: as text, as a number since the epoch, or as the list of its parts. One without a zone is
 * taken as it stands.
 */
const orderDay = z.union([z.string(), z.number(), z.array(z.int()).min(3)]).transform((value, context) => {
  const day = Array.isArray(value)
    ? dayOfParts(value)
    : typeof value === 'number'
      ? dayOfNumber(value)
      : dayOfText(value);
  if (day !== null && isDay(day)) return day;
  context.addIssue('is no date');
  return z.NEVER;
});

/** A line of an order; amounts in paise. */
export type OrderLineRecord = z.output<typeof orderLineShape>;

/** An order as the host keeps it; amounts in paise. */
export type OrderRecord = z.output<typeof orderSchema>;

/** The product of a line. Its other fields come from the catalogue: there may be thousands of lines. */
const orderedProductShape = z.object({ id: restId.transform(String), productName: optionalText.catch(null) });

const orderLineShape = z
  .object({
    product: orderedProductShape.nullish().catch(null),
    productId: restId.nullish().catch(null),
    productName: optionalText.catch(null),
    quantity: optionalNumber.catch(null),
    price: optionalAmount.catch(null),
  })
  .transform((line) => ({
    /** The product's id; null when the host no longer says. */
    productId:
      line.product?.id ??
      (line.productId === null || line.productId === undefined ? null : String(line.productId)),
    productName: line.productName ?? line.product?.productName ?? '',
    quantity: clampCount(line.quantity ?? 1, 1),
    unitPrice: line.price,
  }));

/** An order of requirements.md 3; a host may give fewer of the address's fields. */
export const orderSchema = z
  .object({
    orderId: restId,
    orderDate: orderDay,
    totalPrice: amount,
    status: textOrEmpty,
    trackingNo: optionalText.catch(null),
    address: textOrEmpty.catch(''),
    area: textOrEmpty.catch(''),
    landmark: textOrEmpty.catch(''),
    city: textOrEmpty.catch(''),
    district: textOrEmpty.catch(''),
    state: textOrEmpty.catch(''),
    pincode: textOrEmpty.catch(''),
    shipmentCharges: optionalAmount.catch(null),
    deliveryFee: optionalAmount.catch(null),
    shipmentProducts: z
      .array(orderLineShape)
      .nullish()
      .catch([])
      .transform((lines) => lines ?? []),
  })
  .transform((order) => ({
    id: String(order.orderId),
    orderDate: order.orderDate,
    totalPrice: order.totalPrice,
    status: order.status,
    trackingNo: order.trackingNo,
    address: oneLine([
      order.address,
      order.area,
      order.landmark,
      order.city,
      order.district,
      order.state,
      order.pincode,
    ]),
    shipmentCharges: order.shipmentCharges,
    deliveryFee: order.deliveryFee,
    lines: order.shipmentProducts,
  }));

/** The number of an order in an answer that tells no more of it. */
export const orderIdSchema = z.object({ orderId: restId }).transform(({ orderId }) => String(orderId));

/** An order in the gateway's own form, as it is kept for repetitions. */
export const orderRecordSchema: z.ZodType<OrderRecord> = z.object({
  id: z.string(),
  orderDate: z.string(),
  totalPrice: z.number(),
  status: z.string(),
  trackingNo: z.string().nullable(),
  address: z.string(),
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
});

/** The parts of an address in one line, each once: some hosts repeat the city inside the street. */
function oneLine(parts: readonly string[]): string {
  const kept: string[] = [];
  for (const part of parts) {
    if (part !== '' && !kept.some((before) => before.split(', ').includes(part))) kept.push(part);
  }
  return kept.join(', ');
}

function dayOfText(text: string): string | null {
  const groups = written.exec(text.trim())?.groups;
  if (groups?.day === undefined) return null;
  if (groups.rest === undefined || !zone.test(groups.rest)) return groups.day;
  return dayOfInstant(new Date(text.trim()));
}

function dayOfNumber(number: number): string | null {
  return dayOfInstant(new Date(number < fewestMilliseconds ? number * 1000 : number));
}

function dayOfParts([year = 0, month = 0, day = 0]: readonly number[]): string {
  return [String(year).padStart(4, '0'), ...[month, day].map((part) => String(part).padStart(2, '0'))].join(
    '-',
  );
}

function dayOfInstant(instant: Date): string | null {
  return Number.isNaN(instant.getTime()) ? null : dateInIndia(instant);
}

function isDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}
