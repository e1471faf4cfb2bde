import type { SearchColumn } from './search-column.ts';
import type { Script, SearchText, SearchWord } from './search-text.ts';
import { type WordList, type WordMatch, wordMatch } from './word-list.ts';

/** Names by which rows are found: the titles of products, or the names of their collections. */
export interface SearchField {
  names: SearchColumn;
  /** How well a match in this field identifies a row: 0 for the row's own name, then 2 and 3. */
  place: 0 | 2 | 3;
  /** Whether its names are also found by their synonyms. */
  hasSynonyms: boolean;
  /** The rows with a name; null if each row has the name with its own number. */
  getRows: ((name: number) => Uint32Array) | null;
  /** The number of a row's name. */
  getName: (row: number) => number;
}

/** The field of the rows' own names. */
export function nameField(names: SearchField['names']): SearchField {
  return { names, place: 0, hasSynonyms: false, getRows: null, getName: (row) => row };
}

/** Receives each word of a list that matches a word of a search. A word may be reported several times. */
export type OnFieldMatch = (list: WordList, word: number, match: WordMatch) => void;

const otherScripts: Readonly<Record<Script, Script>> = { devanagari: 'roman', roman: 'devanagari' };

/**
 * Reports the words of a field that are spelled like a word of a search, sound like it, or in the other script begin
 * with it or are compounds with it.
 */
export function findCloseWords(
  field: SearchField,
  word: SearchWord,
  { isTooShortForSound }: SearchText,
  onMatch: OnFieldMatch,
): void {
  for (const term of word.terms) {
    if (term.kind === 'synonym' && !field.hasSynonyms) continue;
    const { words: lists } = field.names;
    const [same, other] = [lists[term.script], lists[otherScripts[term.script]]];
    // Only what was typed can be matched as written. Words that are joined, or mean the same, come after it.
    const best = term.kind === 'word' ? wordMatch.whole : wordMatch.sound;
    const report = (list: WordList) => (found: number, match: WordMatch) =>
      onMatch(list, found, match > best ? match : best);
    same.findSpelling(term, report(same));
    if (isTooShortForSound) continue;
    same.findSound(term, report(same));
    other.findSound(term, report(other));
    if (term.kind !== 'synonym') other.findSoundOfBeginning(term, report(other));
    if (term.kind === 'word') other.findInside(term, report(other));
  }
}

/**
 * Reports the words of a field that resemble a word of a search less: in the same script they sound similar at the
 * beginning or are compounds; in both they differ by a slip or two.
 */
export function findDistantWords(
  { names }: SearchField,
  word: SearchWord,
  { isTooShortForSound }: SearchText,
  onMatch: OnFieldMatch,
): void {
  const [typed] = word.terms;
  if (typed === undefined || isTooShortForSound) return;
  const [same, other] = [names.words[typed.script], names.words[otherScripts[typed.script]]];
  const report = (list: WordList) => (found: number, match: WordMatch) => onMatch(list, found, match);
  same.findSoundOfBeginning(typed, report(same));
  same.findInside(typed, report(same));
  same.findSlips(typed, report(same));
  other.findSlips(typed, report(other));
}
