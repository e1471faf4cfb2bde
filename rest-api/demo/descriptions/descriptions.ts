import { parseTable } from '../table.ts';
import { englishBookDescriptions } from './english-books.ts';
import { hindiBookDescriptions } from './hindi-books.ts';
import { marathiBookDescriptions } from './marathi-books.ts';
import { sanskritBookDescriptions } from './sanskrit-books.ts';

const sources = [
  marathiBookDescriptions,
  hindiBookDescriptions,
  sanskritBookDescriptions,
  englishBookDescriptions,
];

/** The Marathi and Hindi translations of the demo books' descriptions, by title. A book may have no description. */
export const translatedDescriptions = new Map(
  sources
    .flatMap((source) => parseTable(source, 3))
    .map(([title = '', marathi = '', hindi = '']) => [title, { marathi, hindi }]),
);
