import { bisect } from '../columns/row-order.ts';
import { findCloseWords, findDistantWords, type SearchField } from './search-fields.ts';
import type { SearchText, SearchWord } from './search-text.ts';
import { type WordList, type WordMatch, wordMatch } from './word-list.ts';
import { latinScriptAnd } from './words.ts';

/** A word of a row's names that matches a word of a search. */
interface FoundWord {
  typed: string;
  spelling: string;
  match: WordMatch;
  /** The field with the name that contains the word. */
  field: SearchField;
}

/**
 * Corrects a search so that all its words match a row without typo tolerance. Misspelled words are replaced by the
 * words of the row, and words that the row lacks are omitted. If a replacement is in the other script, every word is
 * replaced, so that the result is written as in the row. Returns null if nothing remains or nothing changes.
 */
export function correctSearch(
  fields: readonly SearchField[],
  row: number,
  search: SearchText,
): string | null {
  const found = search.words
    .map((word) => findBestWord(fields, row, word, search))
    .filter((word) => word !== null);
  const misspelled = found.filter(({ match }) => match > wordMatch.compound);
  const changesScript = misspelled.some(({ typed, spelling }) => isLatin(typed) !== isLatin(spelling));
  const latinWords = found.filter(({ spelling }) => isLatin(spelling) && spelling !== latinScriptAnd);
  const latinFields = new Set(latinWords.map(({ field }) => field));
  const corrected = found
    // Omits an `and` that matches only the `&` of a Devanagari name, because a search may omit `&`.
    .filter(
      ({ typed, spelling, field }) =>
        !changesScript || !isLatin(typed) || spelling !== latinScriptAnd || latinFields.has(field),
    )
    // Several words of the search may match one word of the name that joins them.
    .filter(
      ({ spelling, match }, index, words) =>
        !changesScript || match > wordMatch.compound || spelling !== words[index - 1]?.spelling,
    )
    .map(({ typed, spelling, match }) => (match > wordMatch.compound || changesScript ? spelling : typed))
    .join(' ');
  return corrected === '' || corrected === search.text ? null : corrected;
}

/** The word of a row's names that best matches a word of the search; null if none matches. */
function findBestWord(
  fields: readonly SearchField[],
  row: number,
  word: SearchWord,
  search: SearchText,
): FoundWord | null {
  let best: FoundWord | null = null;
  for (const field of fields) {
    for (const findWords of [findCloseWords, findDistantWords]) {
      findWords(field, word, search, (list, wordNumber, match) => {
        if (best !== null && best.match <= match) return;
        if (!isInName(list, wordNumber, field.getNameNumber(row))) return;
        best = { typed: word.text, spelling: list.get(wordNumber), match, field };
      });
    }
  }
  return best;
}

/** Whether a word occurs in a name. Both are given by their numbers. */
function isInName(list: WordList, word: number, name: number): boolean {
  // In ascending order. Each is twice a row of the column of names, plus 1 in some cases; see `wordRowsSchema`. A name's
  // number is its row in that column.
  const occurrences = list.getOccurrences(word);
  const index = bisect(occurrences.length, (position) => (occurrences[position] ?? 0) >= name * 2);
  return (occurrences[index] ?? 0) >>> 1 === name;
}

function isLatin(text: string): boolean {
  return /^\p{Script=Latin}/u.test(text);
}
