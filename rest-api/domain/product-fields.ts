import { integer, text } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { findIsbnError } from './isbn.ts';
import { maxInteger } from './numbers.ts';
import { blankIsNull, limitText, link, wholeNumber } from './value-schemas.ts';

/**
 * The optional fields of a product, by their names in the REST API, with their columns in the database. The record that
 * the endpoints return, the columns of a catalogue file and the exports are derived from this object and
 * `productFieldValues`. After a change, generate a migration.
 */
export const productFieldColumns = {
  thumbnailFile: text('thumbnail_file'),
  pdfFile: text('pdf_file'),
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
  workId: text('work_id'),
  descriptionEn: text('description_en'),
  descriptionMr: text('description_mr'),
  descriptionHi: text('description_hi'),
};

export type ProductField = keyof typeof productFieldColumns;

const label = blankIsNull(limitText(800));
const prose = blankIsNull(limitText(20_000));
// The dates of the gateway's ONIX feed have years of 4 digits.
const year = blankIsNull(wholeNumber(1000, 'must be a year from 1000 to 9999, or blank', 9999));

/**
 * The values that an import accepts: the strings of CSV or the values of JSON. A blank value means unknown. The
 * descriptions and examples are those of docs/rest-api.md and `GET /openapi.json`.
 */
export const productFieldValues = {
  thumbnailFile: blankIsNull(link).meta({
    description: 'URL or path of the cover',
    examples: ['https://books.example/covers/101.jpg'],
  }),
  pdfFile: blankIsNull(link).meta({
    description: 'URL or path of sample pages',
    examples: ['https://books.example/samples/101.pdf'],
  }),
  remainingQuantity: blankIsNull(
    wholeNumber(0, `must be a whole number from 0 to ${maxInteger}, or blank`),
  ).meta({
    description: 'Copies in stock; null counts as none',
    examples: [12],
  }),
  isbnId: blankIsNull(
    z
      .union([z.int().nonnegative().transform(String), limitText(40)], { error: 'must be text' })
      .superRefine((isbn, context) => {
        const error = findIsbnError(isbn);
        if (error !== undefined) context.addIssue(error);
      }),
  ).meta({ description: 'ISBN-10 or ISBN-13, with or without hyphens', examples: ['978-0-00-000000-2'] }),
  description: prose.meta({
    description: 'What the book is about',
    examples: ['A mother and her son in a Konkan village.'],
  }),
  pageCount: blankIsNull(wholeNumber(1, `must be a whole number from 1 to ${maxInteger}, or blank`)).meta({
    description: 'Number of pages',
    examples: [256],
  }),
  binding: label.meta({ description: 'How it is bound', examples: ['Paperback'] }),
  edition: label.meta({ description: 'The edition', examples: ['3rd edition'] }),
  publicationYear: year.meta({ description: 'Year of this edition', examples: [2019] }),
  firstPublicationYear: year.meta({ description: 'Year of the first edition', examples: [1935] }),
  translator: label.meta({ description: 'Names of the translators', examples: ['Mahadev Desai'] }),
  ageGroup: label.meta({ description: 'The age of its readers', examples: ['8-12 years'] }),
  transliteratedName: label.meta({
    description:
      'The title in the other script: in Latin letters for a Devanagari title, in Devanagari for a Latin one',
    examples: ['श्यामची आई'],
  }),
  transliteratedAuthor: label.meta({
    description: 'The author in the other script',
    examples: ['साने गुरुजी'],
  }),
  workId: label.meta({
    description: 'Any text. Books with the same `workId` are editions of one work and link to each other',
    examples: ['shyamchi-aai'],
  }),
  descriptionEn: prose.meta({
    description: 'The description in English, if `description` is in another language',
    examples: ['A mother and her son in a Konkan village.'],
  }),
  descriptionMr: prose.meta({
    description: 'The description in Marathi, if `description` is in another language',
    examples: ['कोकणातल्या एका गावातली आई आणि तिचा मुलगा.'],
  }),
  descriptionHi: prose.meta({
    description: 'The description in Hindi, if `description` is in another language',
    examples: ['कोंकण के एक गाँव की माँ और उसका बेटा।'],
  }),
} satisfies Record<ProductField, z.ZodType>;

/** The optional fields of a product, all null. */
export const emptyProductFields = z
  .record(z.object(productFieldValues).keyof(), z.null())
  .parse(Object.fromEntries(Object.keys(productFieldValues).map((field) => [field, null])));
