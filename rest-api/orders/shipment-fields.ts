import { z } from 'zod';
import { idValue, requiredText, text, unionError } from '../http/input.ts';
import { toPaise } from '../money.ts';
import { email, maxNameLength, pincode, telephone } from '../shoppers/personal-fields.ts';

/** An amount in rupees, as a number or a numeric string; parsed to paise. */
const rupees = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}(\.\d{1,2})?$/)
        .transform(Number),
    ],
    unionError('Must be an amount in rupees'),
  )
  .transform((amount, context) => {
    const paise = toPaise(amount);
    if (paise !== undefined) return paise;
    context.addIssue('Must be an amount in rupees: not negative, with at most 2 decimals');
    return z.NEVER;
  });

const isoDate = z.iso.date('Must be a date: yyyy-mm-dd');
const note = text(200).nullish();

/** The `productName` of an order with several lines is a string or a list of strings. */
const productNames = z.union(
  [
    text(200_000),
    z
      .array(text(1000))
      .max(1000)
      .transform((names) => names.join(', ')),
  ],
  unionError('Must be a string or a list of strings'),
);

/** `POST /createShipment`: the fields of requirements.md 3, "Shipment (sent)". */
export const shipmentFields = z.strictObject({
  shipmentProducts: z
    .array(
      z.strictObject({
        productId: idValue,
        quantity: z.int().min(1, 'Must be 1 to 10').max(10, 'Must be 1 to 10'),
      }),
    )
    .min(1, 'Must not be empty')
    .max(1000)
    .refine((lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length, {
      error: 'Must not contain a product twice',
    }),
  userEmail: email,
  userName: requiredText(maxNameLength),
  userMobile: telephone,
  // Some clients include the neighbourhood here.
  address: requiredText(1000),
  area: text(maxNameLength).default(''),
  landmark: text(maxNameLength).default(''),
  city: requiredText(maxNameLength),
  district: requiredText(maxNameLength),
  state: requiredText(maxNameLength),
  pincode,
  country: requiredText(100),
  totalPrice: rupees,
  shipmentCharges: rupees,
  deliveryFee: rupees,
  averageDeliveryTime: requiredText(100),
  coupon: idValue.nullish(),
  productName: productNames.optional(),
  productQuantity: z.int().min(1).max(10_000).optional(),
  productPrice: rupees.optional(),
  dispatchedDate: isoDate.nullish(),
  conductBy: note,
  transactionMode: note,
  transactionStatus: note,
  mode: note,
  trackingNo: note,
  sentBy: note,
});
export type ShipmentFields = z.output<typeof shipmentFields>;
