import type { AuthorRecord, CatalogueLists, NotificationRecord } from '../catalogue/list-records.ts';
import type { ProductRecord } from '../catalogue/product-record.ts';
import { emptyProductFields } from '../domain/product-fields.ts';
import { findBookFacts } from './book-facts.ts';
import { bookStates, isbnNote, isbnNoteInHindi, isbnNoteInMarathi } from './book-states.ts';
import { englishBooks } from './books/english.ts';
import { hindiBooks } from './books/hindi.ts';
import { marathiBooks } from './books/marathi.ts';
import { sanskritBooks } from './books/sanskrit.ts';
import {
  categoryNames,
  categoryTranslations,
  isCategoryName,
  publisherNames,
  publishersByCategory,
} from './categories-and-publishers.ts';
import { coupons, marketingPosts, notifications, slides } from './content.ts';
import { translatedDescriptions } from './descriptions/descriptions.ts';
import { choose, hash } from './hash.ts';
import { samples } from './samples/samples.ts';
import { parseTable } from './table.ts';

/** One book per line: `title | author | category | MRP in rupees | description`. The description may be empty. */
const booksByLanguage = [
  ['मराठी', marathiBooks],
  ['हिन्दी', hindiBooks],
  ['संस्कृत', sanskritBooks],
  ['English', englishBooks],
] as const;

/** Authors without a picture, for whom the shop shows a placeholder. */
const authorsWithoutPortrait: readonly string[] = ['रघुनाथ पंडित'];

const products = booksByLanguage
  .flatMap(([language, books]) => parseTable(books, 4, 5).map((book) => ({ language, book })))
  .map(({ language, book }, index) => toProduct(index + 1, language, book));

export type DemoProduct = (typeof products)[number];

/**
 * The catalogue and home page of the demo (requirements.md 7): classics in four languages, the same on every machine.
 * Records refer to each other by name, as in the REST API.
 */
export const demoCatalogue = {
  products,
  categories: categoryNames.map((categoryName, index) => ({
    id: index + 1,
    categoryName,
    thumbnail: `/files/categories/${index + 1}.svg`,
    categoryNameEn: null,
    categoryNameMr: categoryTranslations[categoryName].mr,
    categoryNameHi: categoryTranslations[categoryName].hi,
  })),
  publishers: publisherNames.map((publisherName, index) => ({
    id: index + 1,
    publisherName,
    thumbnailFile: `/files/publishers/${index + 1}.svg`,
  })),
  authors: listAuthors(products),
  languages: booksByLanguage.map(([languageName], index) => ({ id: index + 1, languageName })),
  coupons,
  notifications,
  marketingPosts,
  slides,
} satisfies CatalogueLists & {
  readonly products: readonly ProductRecord[];
  readonly notifications: readonly NotificationRecord[];
};
export type DemoCatalogue = typeof demoCatalogue;

function toProduct(
  id: number,
  language: string,
  [title = '', author = '', category = '', mrpText = '', description = '']: readonly string[],
) {
  const mrp = Number(mrpText);
  if (!(mrp > 0))
    throw new Error(`Expected an MRP in rupees: ${title} | ${author} | ${category} | ${mrpText}`);
  if (!isCategoryName(category)) throw new Error(`"${title}" has an unknown category: ${category}`);
  const state = bookStates[title] ?? {};
  const discount = state.discount ?? choose(title, [10, 5, 10, 15, 20, 12, 15, 25, 20, 30, 0]);
  const translated = translatedDescriptions.get(title);
  const hasIsbn = state.isbnId !== undefined;
  const cover = state.hasCover === false ? null : `/files/covers/${id}.svg`;
  return {
    id,
    productName: title,
    price: (mrp * (100 - discount)) / 100,
    mrp,
    discount,
    category,
    language,
    publisher: choose(author, publishersByCategory[category]),
    author,
    status: state.status ?? 'Available',
    ...emptyProductFields,
    ...findBookFacts(title, author),
    thumbnailFile: cover,
    pdfFile: samples.some((sample) => sample.title === title) ? `/files/samples/${id}.pdf` : null,
    productImages: listImages(id, cover),
    remainingQuantity:
      state.remainingQuantity === undefined ? 5 + (hash(title) % 56) : state.remainingQuantity,
    isbnId: state.isbnId ?? null,
    description: addNote(description || null, hasIsbn, isbnNote),
    descriptionMr: addNote(translated?.marathi ?? null, hasIsbn, isbnNoteInMarathi),
    descriptionHi: addNote(translated?.hindi ?? null, hasIsbn, isbnNoteInHindi),
  };
}

function addNote(description: string | null, hasNote: boolean, note: string): string | null {
  return hasNote ? `${description ?? ''}${note}` : description;
}

/** Two thirds of the books with a cover also have an image of the back cover. */
function listImages(id: number, cover: string | null): ProductRecord['productImages'] {
  if (cover === null) return {};
  return id % 3 === 0 ? { image1: cover } : { image1: cover, image2: `/files/covers/${id}-back.svg` };
}

function listAuthors(books: readonly ProductRecord[]): AuthorRecord[] {
  const names = new Set(books.map((book) => book.author));
  return [...names].map((authorName, index) => ({
    id: index + 1,
    authorName,
    thumbnailFile: authorsWithoutPortrait.includes(authorName) ? null : `/files/authors/${index + 1}.svg`,
  }));
}
