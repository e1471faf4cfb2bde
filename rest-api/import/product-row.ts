import { z } from 'zod';
import { productStatuses } from '../database/catalogue-tables.ts';
import { toPaise, toRupees } from '../money.ts';
import { isStorable } from '../storable-text.ts';
import { findIsbnError } from './isbn.ts';

/** A number, or a numeric string in a CSV file. */
const numeric = (reason: string) =>
  z.union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,12}(\.\d+)?$/)
        .transform(Number),
    ],
    { error: reason },
  );

const wholeNumber = (min: number, reason: string) =>
  numeric(reason).refine(
    (value) => Number.isInteger(value) && value >= min && value <= 2_147_483_647,
    reason,
  );

const rupeesReason = 'must be rupees with at most 2 decimals, such as 249.50';
const rupees = numeric(rupeesReason).transform((amount, context) => {
  const paise = toPaise(amount);
  if (paise !== undefined) return paise;
  context.addIssue(rupeesReason);
  return z.NEVER;
});

const text = z
  .string('must be text')
  .refine(isStorable, 'contains an invalid character')
  .refine((value) => !value.includes('\uFFFD'), 'contains bytes that are not UTF-8; save the file as UTF-8');

const limitText = (maxLength: number) => text.max(maxLength, `must have at most ${maxLength} characters`);

/** Names are index keys, for which PostgreSQL allows 2,704 bytes: enough for 800 characters of Devanagari. */
const name = limitText(800).pipe(z.string().trim().min(1, 'must not be empty'));

const blankIsNull = <Shape extends z.ZodType>(shape: Shape) =>
  z.union([z.null(), z.literal('').transform(() => null), shape]);

const link = limitText(2000).pipe(
  z
    .string()
    .regex(
      /^(https?:\/\/[^\s"<>]+|\/(?!\/)[^\s"<>]*)$/,
      'must be an http(s) URL or a path that starts with /',
    ),
);

const imagesReason = 'must be a JSON object such as {"image1": "https://…"}';
const images = z
  .union([z.string().trim().transform(parseJson), z.record(z.string(), z.unknown())], {
    error: imagesReason,
  })
  .pipe(z.record(z.string().regex(/^image\d{1,3}$/, imagesReason), link, { error: imagesReason }));

/** A row with every column, with the strings of CSV or the values of JSON (requirements.md 3, "Product"). */
const productRow = z.object({
  id: wholeNumber(1, 'must be a whole number from 1'),
  productName: name,
  price: rupees,
  mrp: rupees,
  discount: numeric('must be a percentage from 0 to 100').refine(
    (percent) => percent >= 0 && percent <= 100 && Number.isInteger(Math.round(percent * 1e6) / 1e4),
    'must be a percentage from 0 to 100 with at most 2 decimals',
  ),
  category: name,
  language: name,
  publisher: name,
  author: name,
  status: z.enum(productStatuses, `must be one of ${productStatuses.join(', ')}`),
  thumbnailFile: blankIsNull(link),
  pdfFile: blankIsNull(link),
  productImages: z.union([z.null().transform(() => ({})), z.literal('').transform(() => ({})), images]),
  remainingQuantity: blankIsNull(wholeNumber(0, 'must be a whole number from 0, or blank')),
  isbnId: blankIsNull(
    z
      .union([z.int().nonnegative().transform(String), limitText(40)], { error: 'must be text' })
      .superRefine((isbn, context) => {
        const error = findIsbnError(isbn);
        if (error !== undefined) context.addIssue(error);
      }),
  ),
  description: blankIsNull(limitText(20_000)),
});

/** The columns of a catalogue file. */
export const columns = productRow.keyof().options;
export type Column = (typeof columns)[number];

/** A product with every column. `price` and `mrp` are in paise. */
export type ProductRow = z.output<typeof productRow>;

/**
 * Values that apply only to new products, for formats such as ONIX that describe books but not how the shop sells them.
 */
const newProductValues = productRow.pick({ price: true, discount: true, category: true, status: true });

/**
 * One row of a file. Missing columns stay unchanged in the database. The product is identified by its id, or by its ISBN
 * if it has no id.
 */
export const importedRow = productRow
  .partial()
  .extend({
    ifNew: newProductValues.partial().optional(),
    /** Whether a new MRP also changes the price, so that the discount stays the same. */
    priceFollowsMrp: z.boolean().optional(),
  })
  .superRefine(({ id, isbnId, price, mrp }, context) => {
    if (id === undefined && (isbnId === undefined || isbnId === null)) {
      context.addIssue({ code: 'custom', path: ['id'], message: 'is missing, and so is isbnId' });
    }
    if (price !== undefined && mrp !== undefined && price > mrp) {
      context.addIssue({ code: 'custom', path: ['price'], message: `is above the MRP of ${toRupees(mrp)}` });
    }
  });

/** A product to import, with the columns that the file has. */
export type ImportedProduct = z.output<typeof importedRow>;

/** A validated product, as the import command sends it to a running service. */
const sentProduct = z.object({
  id: z.int().positive(),
  productName: z.string(),
  price: z.int().nonnegative(),
  mrp: z.int().nonnegative(),
  discount: z.number(),
  category: z.string(),
  language: z.string(),
  publisher: z.string(),
  author: z.string(),
  status: z.enum(productStatuses),
  thumbnailFile: z.string().nullable(),
  pdfFile: z.string().nullable(),
  productImages: z.record(z.string(), z.string()),
  remainingQuantity: z.int().nonnegative().nullable(),
  isbnId: z.string().nullable(),
  description: z.string().nullable(),
});
export const importedProduct: z.ZodType<ImportedProduct> = sentProduct.partial().extend({
  ifNew: sentProduct.pick({ price: true, discount: true, category: true, status: true }).partial().optional(),
  priceFollowsMrp: z.boolean().optional(),
});

function parseJson(value: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(value);
  } catch {
    context.addIssue(imagesReason);
    return z.NEVER;
  }
}
