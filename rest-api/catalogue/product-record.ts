import { and, eq, isNull, type SQL } from 'drizzle-orm';
import { authors, categories, languages, products, publishers } from '../database/catalogue-tables.ts';
import type { Database } from '../database/engine.ts';
import { toRupees } from '../money.ts';

/** A product as the REST endpoints return it (requirements.md 3). Amounts are in rupees. */
export interface ProductRecord {
  readonly id: number;
  readonly productName: string;
  readonly price: number;
  readonly mrp: number;
  readonly discount: number;
  readonly category: string;
  readonly language: string;
  readonly publisher: string;
  readonly author: string;
  readonly status: (typeof products.$inferSelect)['status'];
  readonly thumbnailFile: string | null;
  readonly pdfFile: string | null;
  readonly productImages: Readonly<Record<string, string>>;
  readonly remainingQuantity: number | null;
  readonly isbnId: string | null;
  readonly description: string | null;
}

/** Reads products that are not withdrawn, ordered by id. */
export async function readProducts(database: Database, condition?: SQL): Promise<ProductRecord[]> {
  const rows = await readProductRows(database, and(isNull(products.withdrawnAt), condition));
  return rows.map((row) => ({ ...row, price: toRupees(row.price), mrp: toRupees(row.mrp) }));
}

/** Reads products, including withdrawn ones, ordered by id. `price` and `mrp` are in paise. */
export function readProductRows(database: Database, condition?: SQL): Promise<ProductRecord[]> {
  return database
    .select({
      id: products.id,
      productName: products.name,
      price: products.pricePaise,
      mrp: products.mrpPaise,
      discount: products.discount,
      category: categories.name,
      language: languages.name,
      publisher: publishers.name,
      author: authors.name,
      status: products.status,
      thumbnailFile: products.thumbnailFile,
      pdfFile: products.pdfFile,
      productImages: products.images,
      remainingQuantity: products.remainingQuantity,
      isbnId: products.isbn,
      description: products.description,
    })
    .from(products)
    .innerJoin(categories, eq(products.categoryId, categories.id))
    .innerJoin(languages, eq(products.languageId, languages.id))
    .innerJoin(publishers, eq(products.publisherId, publishers.id))
    .innerJoin(authors, eq(products.authorId, authors.id))
    .where(condition)
    .orderBy(products.id);
}
