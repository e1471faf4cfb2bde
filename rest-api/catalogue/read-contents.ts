import { and, eq, exists, isNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { authors, categories, languages, products, publishers } from '../database/catalogue-tables.ts';
import { coupons, marketingPosts, notifications, slides } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';
import type { CatalogueLists } from './list-records.ts';
import { readProducts } from './product-record.ts';
import type { CatalogueContents } from './snapshot.ts';

/** Reads the whole catalogue from the database. */
export async function readContents(database: Database): Promise<CatalogueContents> {
  const records = await readProducts(database);
  return {
    products: new Map(records.map((record) => [record.id, record])),
    lists: await readLists(database),
    notifications: await database.query.notifications.findMany({
      columns: { position: false, origin: false },
      orderBy: [notifications.position, notifications.id],
    }),
  };
}

async function readLists(database: Database): Promise<CatalogueLists> {
  return {
    categories: await database
      .select({
        id: categories.id,
        categoryName: categories.name,
        thumbnail: categories.thumbnail,
        categoryNameEn: categories.nameEn,
        categoryNameMr: categories.nameMr,
        categoryNameHi: categories.nameHi,
      })
      .from(categories)
      .where(buildVisibilityCondition(database, products.categoryId, categories.id))
      .orderBy(categories.name),
    publishers: await database
      .select({ id: publishers.id, publisherName: publishers.name, thumbnailFile: publishers.thumbnail })
      .from(publishers)
      .where(buildVisibilityCondition(database, products.publisherId, publishers.id))
      .orderBy(publishers.name),
    authors: await database
      .select({ id: authors.id, authorName: authors.name, thumbnailFile: authors.thumbnail })
      .from(authors)
      .where(buildVisibilityCondition(database, products.authorId, authors.id))
      .orderBy(authors.name),
    languages: await database
      .select({ id: languages.id, languageName: languages.name })
      .from(languages)
      .where(buildVisibilityCondition(database, products.languageId, languages.id))
      .orderBy(languages.name),
    coupons: await database
      .select({ id: coupons.id, couponName: coupons.name, discount: coupons.discount })
      .from(coupons)
      .where(isNull(coupons.endedAt))
      .orderBy(coupons.id),
    marketingPosts: await database.query.marketingPosts.findMany({
      columns: { position: false, origin: false },
      orderBy: [marketingPosts.position, marketingPosts.id],
    }),
    slides: await database.query.slides.findMany({
      columns: { position: false, origin: false },
      orderBy: [slides.position, slides.id],
    }),
  };
}

/** Excludes a category, publisher, author or language that has products but only withdrawn ones. */
function buildVisibilityCondition(database: Database, column: PgColumn, id: PgColumn): SQL | undefined {
  const selectProducts = (condition?: SQL) =>
    database
      .select({ one: sql`1` })
      .from(products)
      .where(and(eq(column, id), condition));
  return or(notExists(selectProducts()), exists(selectProducts(isNull(products.withdrawnAt))));
}
