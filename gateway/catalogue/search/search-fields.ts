import type { Dimension } from '../../domain/product.ts';
import type { SearchColumn } from './search-column.ts';
import type { Script, SearchText, SearchWord } from './search-text.ts';
import { type WordList, type WordMatch, wordMatch } from './word-list.ts';

/** Names by which rows are found: their own names, or the names of their collections or contributors. */
export interface SearchField {
  names: SearchColumn;
  /**
   * The location of matches in this field (`locationCount` in rank-rows.ts lists them all): 0 for the row's own name, 2
   * for authors and contributors, 3 otherwise.
   */
  location: 0 | 2 | 3;
  /** Whether the names are also found by synonyms of their words. */
  hasSynonyms: boolean;
  /** Returns the rows that have the name with this number. Null for the rows' own names, whose numbers are the rows. */
  getRows: ((name: number) => Uint32Array) | null;
  /** The number of the name that a row has. */
  getNameNumber: (row: number) => number;
}

/** The dimensions whose names are also found by synonyms of their words. */
export const dimensionsWithSynonyms: ReadonlySet<Dimension> = new Set(['category', 'language']);

/** The field of the rows' own names. @param dimension that of the rows; null if they are products. */
export function createNameField(names: SearchField['names'], dimension: Dimension | null): SearchField {
  const hasSynonyms = dimension !== null && dimensionsWithSynonyms.has(dimension);
  return { names, location: 0, hasSynonyms, getRows: null, getNameNumber: (row) => row };
}

/** The field of the rows' contributors, which rank like authors. */
export function createContributorField(names: SearchField['names']): SearchField {
  return {
    names,
    location: 2,
    hasSynonyms: false,
    getRows: (row) => Uint32Array.of(row),
    getNameNumber: (row) => row,
  };
}

/** Receives each word of a list that matches a word of a search. A word may be reported several times. */
export type OnFieldMatch = (list: WordList, word: number, match: WordMatch) => void;

const otherScripts: Readonly<Record<Script, Script>> = { devanagari: 'latin', latin: 'devanagari' };

/**
 * Reports the words of a field that closely match a word of a search (docs/search.md). A search that is too short to be
 * compared by sound is compared by spelling only.
 */
export function findCloseWords(
  field: SearchField,
  word: SearchWord,
  { isTooShortToCompareBySound }: SearchText,
  onMatch: OnFieldMatch,
): void {
  for (const term of word.terms) {
    if (term.kind === 'synonym' && !field.hasSynonyms) continue;
    const { words: lists } = field.names;
    const [same, other] = [lists[term.script], lists[otherScripts[term.script]]];
    // Only a typed word can match exactly. Joined words and synonyms rank below it.
    const best = term.kind === 'word' ? wordMatch.exact : wordMatch.phonetic;
    const createReporter = (list: WordList) => (found: number, match: WordMatch) =>
      onMatch(list, found, match > best ? match : best);
    same.findBySpelling(term, createReporter(same));
    if (isTooShortToCompareBySound) continue;
    same.findBySound(term, createReporter(same));
    other.findBySound(term, createReporter(other));
    if (term.kind !== 'synonym') other.findByPhoneticPrefix(term, createReporter(other));
    if (term.kind === 'word') other.findCompounds(term, createReporter(other));
  }
}

/**
 * Reports the words of a field that match a word of a search less closely: in the same script, words that begin with
 * or contain the same sound; in both scripts, words that differ by one or two typos.
 */
export function findDistantWords(
  { names }: SearchField,
  word: SearchWord,
  { isTooShortToCompareBySound }: SearchText,
  onMatch: OnFieldMatch,
): void {
  const [typed] = word.terms;
  if (typed === undefined || isTooShortToCompareBySound) return;
  const [same, other] = [names.words[typed.script], names.words[otherScripts[typed.script]]];
  const createReporter = (list: WordList) => (found: number, match: WordMatch) => onMatch(list, found, match);
  same.findByPhoneticPrefix(typed, createReporter(same));
  same.findCompounds(typed, createReporter(same));
  same.findWithTypos(typed, createReporter(same));
  other.findWithTypos(typed, createReporter(other));
}
