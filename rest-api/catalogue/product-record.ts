import { and, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import {
  authors,
  categories,
  languages,
  productStatuses,
  products,
  publishers,
} from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { toRupees } from '../domain/money.ts';
import { type ProductField, productFieldValues } from '../domain/product-fields.ts';

type Product = typeof products.$inferSelect;

const rupees = z.number().nonnegative();

/** The fields that every product has. */
const requiredFields = z.strictObject({
  id: z.int().meta({ examples: [101] }),
  productName: z.string().meta({ description: 'The title', examples: ['Shyamchi Aai'] }),
  price: rupees.meta({ description: 'Rupees', examples: [180] }),
  mrp: rupees.meta({ description: 'The maximum retail price in rupees', examples: [200] }),
  discount: z
    .number()
    .min(0)
    .max(100)
    .meta({ description: 'Percent of the MRP', examples: [10] }),
  category: z.string().meta({ examples: ['Novel'] }),
  language: z.string().meta({ examples: ['Marathi'] }),
  publisher: z.string().meta({ examples: ['Pune Vidyarthi Griha Prakashan'] }),
  author: z.string().meta({ examples: ['Sane Guruji'] }),
  status: z.enum(productStatuses).meta({
    description:
      '`Unavailable` and `Not-Available` prevent orders. Other hosts may send further statuses, which permit orders',
    examples: ['Available'],
  }),
  productImages: z.record(z.string(), z.string()).meta({
    description: 'URLs or paths of pictures, under the keys `image1`, `image2` and so on',
    examples: [{ image1: '/files/pictures/101-1.jpg' }],
  }),
});

/** A product as the REST endpoints return it (requirements.md 3). Amounts are in rupees. */
export type ProductRecord = Readonly<z.output<typeof requiredFields>> & Readonly<Pick<Product, ProductField>>;

/** A product with the fields of a `ProductRecord`, except that its amounts are in paise. */
export type StoredProduct = Readonly<
  Omit<ProductRecord, 'price' | 'mrp'> & Pick<Product, 'pricePaise' | 'mrpPaise'>
>;

const columns: Readonly<Record<string, { readonly dataType: string }>> = getTableColumns(products);

/** The schema of a ProductRecord. Optional fields have the types of their columns, and are null if unknown. */
export const productRecord = requiredFields
  .extend(
    Object.fromEntries(
      Object.entries(productFieldValues).map(([field, values]) => {
        const value = columns[field]?.dataType === 'number' ? z.int() : z.string();
        return [field, value.nullable().meta(values.meta() ?? {})];
      }),
    ),
  )
  .meta({ id: 'Product' });

/** Reads products that are not withdrawn, ordered by id. */
export async function readProducts(database: Database, condition?: SQL): Promise<ProductRecord[]> {
  const stored = await readStoredProducts(database, and(isNull(products.withdrawnAt), condition));
  return stored.map(({ id, productName, pricePaise, mrpPaise, ...others }) => ({
    id,
    productName,
    price: toRupees(pricePaise),
    mrp: toRupees(mrpPaise),
    ...others,
  }));
}

/** Reads products, including withdrawn ones, ordered by id. */
export function readStoredProducts(database: Database, condition?: SQL): Promise<StoredProduct[]> {
  const {
    id,
    name,
    pricePaise,
    mrpPaise,
    discount,
    status,
    images,
    categoryId,
    languageId,
    publisherId,
    authorId,
    origin,
    withdrawnAt,
    revision,
    ...optionalFields
  } = getTableColumns(products);
  return database
    .select({
      id,
      productName: name,
      pricePaise,
      mrpPaise,
      discount,
      category: categories.name,
      language: languages.name,
      publisher: publishers.name,
      author: authors.name,
      status,
      productImages: images,
      ...optionalFields,
    })
    .from(products)
    .innerJoin(categories, eq(categoryId, categories.id))
    .innerJoin(languages, eq(languageId, languages.id))
    .innerJoin(publishers, eq(publisherId, publishers.id))
    .innerJoin(authors, eq(authorId, authors.id))
    .where(condition)
    .orderBy(products.id);
}
