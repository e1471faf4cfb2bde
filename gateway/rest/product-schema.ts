import { z } from 'zod';

import type { CatalogueProduct, Collection, Dimension } from '../domain/product.ts';
import {
  amount,
  clampCount,
  optionalAmount,
  optionalNumber,
  optionalText,
  percent,
  restId,
  text,
} from './fields.ts';
import { tryParseJson } from './json.ts';

/** `{ image1, image2, … }` in the order of their numbers; hosts also give a list, JSON text or nothing. */
const images = z.preprocess(
  (value) => (typeof value === 'string' ? tryParseJson(value) : value),
  z
    .union([z.array(optionalText), z.record(z.string(), optionalText)])
    .nullish()
    .catch(null)
    .transform((given) => {
      if (given === null || given === undefined) return [];
      const named = Array.isArray(given)
        ? given
        : Object.entries(given)
            .sort(byNumber)
            .map(([, image]) => image);
      return named.filter((image) => image !== null);
    }),
);

/** Statuses under which a product cannot be bought (requirements.md 4). */
const outOfStock = new Set(['unavailable', 'not-available']);

/** A product of requirements.md 3, as the gateway holds it. */
export const productSchema = z
  .object({
    id: restId,
    productName: text,
    price: amount,
    mrp: optionalAmount.catch(null),
    discount: optionalNumber.catch(null),
    category: optionalText,
    language: optionalText,
    publisher: optionalText,
    author: optionalText,
    status: optionalText,
    thumbnailFile: optionalText.catch(null),
    pdfFile: optionalText.catch(null),
    productImages: images,
    remainingQuantity: optionalNumber.catch(null),
    isbnId: optionalText.catch(null),
    description: optionalText.catch(null),
    // A host of the old shop misspelt it (requirements.md 3).
    discription: optionalText.catch(null),
  })
  .transform((record): CatalogueProduct => {
    const status = record.status ?? 'Available';
    const left = record.remainingQuantity === null ? null : clampCount(record.remainingQuantity, 0);
    return {
      id: String(record.id),
      restId: record.id,
      name: record.productName,
      price: record.price,
      mrp: record.mrp,
      discountPercent: discountOf(record.discount, record.price, record.mrp),
      category: record.category,
      language: record.language,
      publisher: record.publisher,
      author: record.author,
      status,
      available: !outOfStock.has(status.toLowerCase()) && left !== null && left > 0,
      remainingQuantity: left,
      thumbnail: record.thumbnailFile,
      images: record.productImages,
      pdf: record.pdfFile,
      isbn: record.isbnId,
      description: record.description ?? record.discription,
    };
  });

/** A category of requirements.md 3; its picture may be missing or bad. */
export const categorySchema = z
  .object({ categoryName: text, thumbnail: optionalText.catch(null) })
  .transform(({ categoryName, thumbnail }) => shelf('category', categoryName, thumbnail));

/** A publisher of requirements.md 3; its picture may be missing or bad. */
export const publisherSchema = z
  .object({ publisherName: text, thumbnailFile: optionalText.catch(null) })
  .transform(({ publisherName, thumbnailFile }) => shelf('publisher', publisherName, thumbnailFile));

/** An author of requirements.md 3; the picture may be missing or bad. */
export const authorSchema = z
  .object({ authorName: text, thumbnailFile: optionalText.catch(null) })
  .transform(({ authorName, thumbnailFile }) => shelf('author', authorName, thumbnailFile));

/** A language of requirements.md 3, which some hosts give a picture too. */
export const languageSchema = z
  .object({ languageName: text, thumbnailFile: optionalText.catch(null) })
  .transform(({ languageName, thumbnailFile }) => shelf('language', languageName, thumbnailFile));

/** `/CategoryByCategoryName` answers with one category, or with a list of one. */
export const categoryAnswerSchema = z.union([
  categorySchema,
  z.array(categorySchema).transform((list) => list[0] ?? null),
  z.null(),
]);

function shelf(dimension: Dimension, name: string, thumbnail: string | null): Collection {
  return { dimension, name, thumbnail };
}

function discountOf(given: number | null, price: number, mrp: number | null): number {
  if (given !== null) return percent.parse(given);
  return mrp === null || mrp <= price ? 0 : Math.round(((mrp - price) / mrp) * 100);
}

function byNumber([one]: [string, unknown], [other]: [string, unknown]): number {
  return Number(/\d+/.exec(one)?.[0] ?? 0) - Number(/\d+/.exec(other)?.[0] ?? 0);
}
