import { z } from 'zod';
import { getRestName, listFields, mapKeys } from '#gateway/domain/product-fields.ts';

/**
 * The entities of requirements.md 3 as a host may return them: ids and amounts as numbers or strings, additional
 * fields, and no value for fields that the shop does not need.
 */

export const id = z.union([z.int(), z.string().trim().min(1)], 'must be a number or a string');

/** A number, or a string in this format: some hosts send all values as strings. */
function numeric(value: z.ZodType<number>, format: RegExp, reason: string) {
  return z.union([value, z.string().regex(format, reason)], reason);
}

const amount = numeric(z.number().nonnegative(), /^\d+(\.\d{1,2})?$/, 'must be rupees, not negative');
const wholeNumber = numeric(z.int(), /^\d+$/, 'must be a whole number');
const percent = numeric(z.number().min(0).max(100), /^\d{1,3}(\.\d+)?$/, 'must be a percentage');
const name = z.string('must be a string').trim().min(1, 'must not be blank');
const text = z.string('must be a string').nullish();
const textOrNumber = z.union([z.string(), z.number()], 'must be a string').nullish();

export const product = z.looseObject({
  id,
  productName: name,
  price: amount,
  discount: percent.nullish(),
  category: text,
  language: text,
  publisher: text,
  author: text,
  status: z
    .string()
    .regex(/^(available|unavailable|not-available)$/i, 'must be Available, Unavailable or Not-Available')
    .nullish(),
  productImages: z
    .union([z.record(z.string(), text), z.array(text), z.string()], 'must be { image1, … }')
    .nullish(),
  ...mapKeys(listFields('file').map(getRestName), () => text),
  ...mapKeys(listFields('text').map(getRestName), () => textOrNumber),
  ...mapKeys(listFields('amount').map(getRestName), () => amount.nullish()),
  ...mapKeys(listFields('stock', 'integer').map(getRestName), () => wholeNumber.nullish()),
});
export type Product = z.output<typeof product>;

export const category = z.looseObject({ categoryName: name, thumbnail: text });
export const publisher = z.looseObject({ publisherName: name, thumbnailFile: text });
export const author = z.looseObject({ authorName: name, thumbnailFile: text });
export const language = z.looseObject({ languageName: name });
export const coupon = z.looseObject({ id, couponName: name, discount: percent });
export const notification = z.looseObject({ notification: name });
export const post = z.looseObject({ id, title: text, image: text, link: text });
export const slide = z.looseObject({ id, title: text, thumbnailFile: text, link: text });

const address = z.looseObject({
  id,
  address: text,
  area: text,
  city: text,
  district: text,
  state: text,
  pincode: textOrNumber,
  landmark: text,
});

export const user = z.looseObject({
  id,
  username: name,
  email: name,
  contact: z.union([name, z.int()], 'must be a contact number'),
  addresses: z.array(address, 'must be a list').nullish(),
  productIds: z.array(id, 'must be a list of ids').nullish(),
  wishlistProductIds: z.array(id, 'must be a list of ids').nullish(),
});
export type User = z.output<typeof user>;

const orderLine = z.looseObject({
  product: z.looseObject({ id, productName: name }).nullish(),
  quantity: wholeNumber,
});

export const order = z.looseObject({
  orderId: id,
  orderDate: z.string().regex(/^\d{4}-\d{2}-\d{2}/, 'must be a date: yyyy-mm-dd'),
  totalPrice: amount,
  status: z.string('must be a string'),
  trackingNo: textOrNumber,
  address: text,
  shipmentProducts: z.array(orderLine, 'must be a list').nullish(),
});
export type Order = z.output<typeof order>;

/** Returns the records that match a schema. */
export function parseValid<Schema extends z.ZodType>(
  schema: Schema,
  records: readonly unknown[],
): z.output<Schema>[] {
  return records.flatMap((record) => {
    const result = schema.safeParse(record);
    return result.success ? [result.data] : [];
  });
}
