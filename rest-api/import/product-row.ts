import { z } from 'zod';
import { productStatuses } from '../database/catalogue-tables.ts';
import { toRupees } from '../domain/money.ts';
import { hasAtMostTwoDecimals, maxInteger } from '../domain/numbers.ts';
import { productFieldValues } from '../domain/product-fields.ts';
import { blankIsNull, link, name, numeric, rupees, wholeNumber } from '../domain/value-schemas.ts';

const imagesReason = 'must be a JSON object such as {"image1": "https://…"}';
const image = z.string(imagesReason).pipe(link);
const images = z
  .union([z.string().trim().transform(parseJson), z.record(z.string(), z.unknown())], {
    error: imagesReason,
  })
  .pipe(z.record(z.string().regex(/^image\d{1,3}$/, imagesReason), image, { error: imagesReason }));

/** A row with all columns. Values are the strings of CSV or the values of JSON (requirements.md 3, "Product"). */
const productRow = z.object({
  id: wholeNumber(1, `must be a whole number from 1 to ${maxInteger}`),
  productName: name,
  price: rupees,
  mrp: rupees,
  discount: numeric('must be a percentage from 0 to 100').refine(
    (percent) => percent >= 0 && percent <= 100 && hasAtMostTwoDecimals(percent),
    'must be a percentage from 0 to 100 with at most 2 decimals',
  ),
  category: name,
  language: name,
  publisher: name,
  author: name,
  status: z.enum(productStatuses, `must be one of ${productStatuses.join(', ')}`),
  productImages: blankIsNull(images).transform((value) => value ?? {}),
  ...productFieldValues,
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
 * One row of a file. Missing columns stay unchanged in the database. The product is identified by its id, or by its
 * ISBN if it has no id.
 */
export const importedRow = productRow
  .partial()
  .extend({
    /** Blank in rows that the user has added to an exported file. */
    id: blankIsNull(productRow.shape.id)
      .transform((id) => id ?? undefined)
      .optional(),
    ifNew: newProductValues.partial().optional(),
    /** The ISO 639-2 code of the language, for formats such as ONIX that do not state its name. */
    languageCode: name.optional(),
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

const paise = z.int().nonnegative();
const rowInPaise = productRow.extend({ price: paise, mrp: paise });

/** A validated product, as the import command sends it to a running service. */
export const importedProduct: z.ZodType<ImportedProduct> = rowInPaise.partial().extend({
  ifNew: rowInPaise.pick({ price: true, discount: true, category: true, status: true }).partial().optional(),
  languageCode: name.optional(),
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
