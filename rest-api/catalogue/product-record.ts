import { and, eq, getTableColumns, isNull, type SQL } from 'drizzle-orm';
import { authors, categories, languages, products, publishers } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { toRupees } from '../money.ts';
import type { ProductField } from './product-fields.ts';

type Product = typeof products.$inferSelect;

/** A product as the REST endpoints return it (requirements.md 3). Amounts are in rupees. */
export interface ProductRecord extends Readonly<Pick<Product, ProductField>> {
  readonly id: number;
  readonly productName: string;
  readonly price: number;
  readonly mrp: number;
  readonly discount: number;
  readonly category: string;
  readonly language: string;
  readonly publisher: string;
  readonly author: string;
  readonly status: Product['status'];
  readonly productImages: Readonly<Record<string, string>>;
}

/** Reads products that are not withdrawn, ordered by id. */
export async function readProducts(database: Database, condition?: SQL): Promise<ProductRecord[]> {
  const rows = await readProductRows(database, and(isNull(products.withdrawnAt), condition));
  return rows.map((row) => ({ ...row, price: toRupees(row.price), mrp: toRupees(row.mrp) }));
}

/** Reads products, including withdrawn ones, ordered by id. `price` and `mrp` are in paise. */
export function readProductRows(database: Database, condition?: SQL): Promise<ProductRecord[]> {
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
      price: pricePaise,
      mrp: mrpPaise,
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
