import { z } from 'zod';
import {
  amount,
  countOf,
  optionalAmount,
  optionalNumber,
  optionalText,
  restId,
  textOrEmpty,
} from './fields.ts';
import { orderDay } from './order-day.ts';

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
    quantity: countOf(line.quantity ?? 1, 1),
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
