import type { ProductRecord } from '../catalogue/product-record.ts';
import { authors, categories, languages, products, publishers } from '../database/catalogue-tables.ts';
import { coupons, marketingPosts, notifications, slides } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';
import { advanceIdSequence } from '../database/id-sequence.ts';
import { requirePaise } from '../domain/money.ts';
import { demoCatalogue as demo } from './catalogue.ts';

const origin = 'demo' as const;

/**
 * Stores the demo's books, categories, publishers, authors, languages, coupons, notifications, posts and slides, each
 * with its id.
 */
export async function seedCatalogue(transaction: Database): Promise<void> {
  await transaction.insert(categories).values(
    demo.categories.map(({ id, thumbnail, ...names }) => ({
      id,
      name: names.categoryName,
      nameEn: names.categoryNameEn,
      nameMr: names.categoryNameMr,
      nameHi: names.categoryNameHi,
      thumbnail,
      origin,
    })),
  );
  await transaction.insert(publishers).values(
    demo.publishers.map(({ id, publisherName, thumbnailFile }) => ({
      id,
      name: publisherName,
      thumbnail: thumbnailFile,
      origin,
    })),
  );
  await transaction.insert(authors).values(
    demo.authors.map(({ id, authorName, thumbnailFile }) => ({
      id,
      name: authorName,
      thumbnail: thumbnailFile,
      origin,
    })),
  );
  await transaction
    .insert(languages)
    .values(demo.languages.map(({ id, languageName }) => ({ id, name: languageName, origin })));
  await transaction.insert(products).values(demo.products.map(toProductRow));
  for (const table of [categories, publishers, authors, languages, products]) {
    await advanceIdSequence(transaction, table);
  }
  await seedContent(transaction);
}

function toProductRow({
  productName,
  price,
  mrp,
  category,
  language,
  publisher,
  author,
  productImages,
  ...fields
}: ProductRecord): typeof products.$inferInsert {
  return {
    ...fields,
    name: productName,
    pricePaise: requirePaise(price),
    mrpPaise: requirePaise(mrp),
    categoryId: findId(demo.categories, ({ categoryName }) => categoryName === category),
    languageId: findId(demo.languages, ({ languageName }) => languageName === language),
    publisherId: findId(demo.publishers, ({ publisherName }) => publisherName === publisher),
    authorId: findId(demo.authors, ({ authorName }) => authorName === author),
    images: productImages,
    origin,
  };
}

async function seedContent(transaction: Database): Promise<void> {
  await transaction
    .insert(coupons)
    .values(demo.coupons.map(({ id, couponName, discount }) => ({ id, name: couponName, discount, origin })));
  await transaction.insert(notifications).values(demo.notifications.map((row) => ({ ...row, origin })));
  await transaction.insert(marketingPosts).values(demo.marketingPosts.map((row) => ({ ...row, origin })));
  await transaction.insert(slides).values(demo.slides.map((row) => ({ ...row, origin })));
  for (const table of [coupons, notifications, marketingPosts, slides]) {
    await advanceIdSequence(transaction, table);
  }
}

function findId<Row extends { id: number }>(rows: readonly Row[], matches: (row: Row) => boolean): number {
  const row = rows.find(matches);
  if (row === undefined) throw new Error('A demo product refers to a name that the demo does not contain.');
  return row.id;
}
