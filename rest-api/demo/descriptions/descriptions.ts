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

/** By title. @throws Error with the first malformed line. */
const descriptions = new Map(sources.flatMap(readDescriptions));

function readDescriptions(source: string): [title: string, TranslatedDescription][] {
  return source
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [title = '', marathi = '', hindi = '', ...rest] = line.split('|').map((field) => field.trim());
      if (title === '' || marathi === '' || hindi === '' || rest.length > 0)
        throw new Error(`Expected "title | Marathi | Hindi": ${line}`);
      return [title, { marathi, hindi }];
    });
}

/** The translations of a book's description; undefined for a book without a description. */
export function findTranslatedDescription(title: string): TranslatedDescription | undefined {
  return descriptions.get(title);
}
