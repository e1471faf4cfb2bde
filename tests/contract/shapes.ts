import { z } from 'zod';

/**
 * The entities of requirements.md 3 as a host may give them: ids and amounts as numbers or as their texts, further
 * fields as it likes, and nothing where the shop can do without.
 */

export const id = z.union([z.int(), z.string().trim().min(1)], 'must be a number or a text');
/** A number, or a text of that form: some hosts send all values as texts. */
function numeric(value: z.ZodType<number>, form: RegExp, reason: string) {
  return z.union([value, z.string().regex(form, reason)], reason);
}

const amount = numeric(z.number().nonnegative(), /^\d+(\.\d{1,2})?$/, 'must be rupees, not negative');
const wholeNumber = numeric(z.int(), /^\d+$/, 'must be a whole number');
const percent = numeric(z.number().min(0).max(100), /^\d{1,3}(\.\d+)?$/, 'must be a percentage');
const name = z.string('must be a text').trim().min(1, 'must not be blank');
const text = z.string('must be a text').nullish();
const textOrNumber = z.union([z.string(), z.number()], 'must be a text').nullish();

export const product = z.looseObject({
  id,
  productName: name,
  price: amount,
  mrp: amount.nullish(),
  discount: percent.nullish(),
  category: text,
  language: text,
  publisher: text,
  author: text,
  status: z
    .string()
    .regex(/^(available|unavailable|not-available)$/i, 'must be Available, Unavailable or Not-Available')
    .nullish(),
  thumbnailFile: text,
  pdfFile: text,
  productImages: z
    .union([z.record(z.string(), text), z.array(text), z.string()], 'must be { image1, … }')
    .nullish(),
  remainingQuantity: wholeNumber.nullish(),
  isbnId: textOrNumber,
  description: text,
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
  status: z.string('must be a text'),
  trackingNo: textOrNumber,
  address: text,
  shipmentProducts: z.array(orderLine, 'must be a list').nullish(),
});
export type Order = z.output<typeof order>;

/** Those records that are of a shape. */
export function readable<Shape extends z.ZodType>(
  shape: Shape,
  records: readonly unknown[],
): z.output<Shape>[] {
  return records.flatMap((record) => {
    const read = shape.safeParse(record);
    return read.success ? [read.data] : [];
  });
}
