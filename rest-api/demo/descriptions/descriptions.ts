import { readTable } from '../table.ts';
import { englishBookDescriptions } from './english-books.ts';
import { hindiBookDescriptions } from './hindi-books.ts';
import { marathiBookDescriptions } from './marathi-books.ts';
import { sanskritBookDescriptions } from './sanskrit-books.ts';

/** The description of a demo book in the other languages of the shop. */
interface TranslatedDescription {
  readonly marathi: string;
  readonly hindi: string;
}

const sources = [
  marathiBookDescriptions,
  hindiBookDescriptions,
  sanskritBookDescriptions,
  englishBookDescriptions,
];

/** By title. */
const descriptions = new Map<string, TranslatedDescription>(
  sources
    .flatMap((source) => readTable(source, 3))
    .map(([title = '', marathi = '', hindi = '']) => [title, { marathi, hindi }]),
);

/** The translations of a book's description; undefined for a book without a description. */
export function findTranslatedDescription(title: string): TranslatedDescription | undefined {
  return descriptions.get(title);
}
