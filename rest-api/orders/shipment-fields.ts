import { z } from 'zod';
import { maxPaise, toPaise, toRupees } from '../domain/money.ts';
import { idValue, requiredText, text, unionError } from '../http/input.ts';
import { email, maxNameLength, pincode, telephone } from '../shoppers/personal-fields.ts';
import { isInitialStatus } from './order-status.ts';

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
    const range = `0 to ${toRupees(maxPaise)}, with at most 2 decimals`;
    context.addIssue(`Must be an amount in rupees: ${range}`);
    return z.NEVER;
  });

const isoDate = z.iso.date('Must be a date: yyyy-mm-dd');
const optionalText = text(200).nullish();

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

/** The body of `POST /createShipment`, with the fields of "shipment (sent)" in docs/requirements.md 3. */
export const shipmentFields = z
  .strictObject({
    shipmentProducts: z
      .array(
        z
          .strictObject({
            productId: idValue.meta({ examples: [1] }),
            quantity: z
              .int()
              .min(1, 'Must be 1 to 10')
              .max(10, 'Must be 1 to 10')
              .meta({ examples: [2] }),
          })
          .meta({ id: 'ShipmentProduct' }),
      )
      .min(1, 'Must not be empty')
      .max(1000)
      .refine((lines) => new Set(lines.map(({ productId }) => productId)).size === lines.length, {
        error: 'Must not contain a product twice',
      })
      .meta({ description: 'The lines, one for each product' }),
    userEmail: email.meta({ description: 'The e-mail address of a user' }),
    userName: requiredText(maxNameLength).meta({ examples: ['Asha Kulkarni'] }),
    userMobile: telephone,
    // Some clients, such as the gateway, include the area here.
    address: requiredText(1000).meta({ description: 'House and street', examples: ['12 Test Lane'] }),
    area: text(maxNameLength)
      .default('')
      .meta({ examples: ['Kothrud'] }),
    landmark: text(maxNameLength)
      .default('')
      .meta({ examples: ['By the well'] }),
    city: requiredText(maxNameLength).meta({ examples: ['Pune'] }),
    district: requiredText(maxNameLength).meta({ examples: ['Pune'] }),
    state: requiredText(maxNameLength).meta({ examples: ['Maharashtra'] }),
    pincode,
    country: requiredText(100).meta({ examples: ['India'] }),
    totalPrice: rupees.meta({ description: 'The amount to pay in rupees', examples: [380] }),
    shipmentCharges: rupees.meta({ description: 'Rupees', examples: [20] }),
    deliveryFee: rupees.meta({ description: 'Rupees', examples: [0] }),
    averageDeliveryTime: requiredText(100).meta({ examples: ['5-6 days'] }),
    coupon: idValue.nullish().meta({ description: 'The id of the coupon', examples: [1] }),
    productName: productNames
      .optional()
      .meta({ description: 'The titles, as one text or as a list', examples: ['Shyamchi Aai'] }),
    productQuantity: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .meta({ description: 'The total number of copies', examples: [2] }),
    productPrice: rupees.optional().meta({ description: 'Rupees', examples: [360] }),
    dispatchedDate: isoDate.nullish().meta({
      description:
        'Stored, but not returned: responses contain the date on which the order was actually dispatched',
      examples: ['2026-11-20'],
    }),
    conductBy: optionalText.meta({ examples: ['Online'] }),
    transactionMode: optionalText.meta({ examples: ['UPI'] }),
    transactionStatus: text(200)
      .refine(isInitialStatus, 'Must be a status with which an order can start, such as Placed or Paid')
      .nullish()
      .meta({
        description:
          'The initial status of the order, such as `Placed` or `Paid`, but not one of the later steps; `Placed` if it is missing',
        examples: ['Paid'],
      }),
    mode: optionalText.meta({ description: 'The mode of payment', examples: ['Online'] }),
    trackingNo: optionalText.meta({ examples: ['EM123456789IN'] }),
    sentBy: optionalText.meta({ description: 'The carrier', examples: ['India Post'] }),
  })
  .meta({ id: 'Shipment' });
export type ShipmentFields = z.output<typeof shipmentFields>;
