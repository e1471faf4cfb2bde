import { integer, text } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { findIsbnError } from '../import/isbn.ts';
import { blankIsNull, limitText, link, wholeNumber } from '../import/values.ts';

/**
 * The optional fields of a product, by their names in the REST API, with their columns in the database. The record that
 * the endpoints return, the columns of a catalogue file and the exports are derived from this table and `productFieldValues`.
 * After a change, generate a migration.
 */
export const productFieldColumns = {
  thumbnailFile: text('thumbnail_file'),
  pdfFile: text('pdf_file'),
  /** Null counts as out of stock (requirements.md 2.10). */
  remainingQuantity: integer('remaining_quantity'),
  isbnId: text('isbn'),
  description: text('description'),
  pageCount: integer('page_count'),
  binding: text('binding'),
  edition: text('edition'),
  publicationYear: integer('publication_year'),
  firstPublicationYear: integer('first_publication_year'),
  translator: text('translator'),
  ageGroup: text('age_group'),
  transliteratedName: text('transliterated_name'),
  transliteratedAuthor: text('transliterated_author'),
};

export type ProductField = keyof typeof productFieldColumns;

const label = blankIsNull(limitText(800));
const year = blankIsNull(wholeNumber(1000, 'must be a year such as 1998, or blank'));

/** The values that an import accepts: the strings of CSV or the values of JSON. Blank values are unknown. */
export const productFieldValues = {
  thumbnailFile: blankIsNull(link),
  pdfFile: blankIsNull(link),
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
  pageCount: blankIsNull(wholeNumber(1, 'must be a whole number from 1, or blank')),
  binding: label,
  edition: label,
  publicationYear: year,
  firstPublicationYear: year,
  translator: label,
  ageGroup: label,
  transliteratedName: label,
  transliteratedAuthor: label,
} satisfies Record<ProductField, z.ZodType>;

/** The optional fields of a product of which nothing is known. */
export const unknownProductFields = z
  .record(z.object(productFieldValues).keyof(), z.null())
  .parse(Object.fromEntries(Object.keys(productFieldValues).map((field) => [field, null])));
