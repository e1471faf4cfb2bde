import { z } from 'zod';
import { type CooperativeScheduler, sortCooperatively } from '../../concurrency/cooperative-scheduler.ts';
import { compareCodeUnits } from '../../domain/text.ts';
import { bisect, countingSort } from '../columns/row-order.ts';
import { Utf8Column, Utf8ColumnBuilder, utf8RowsSchema } from '../columns/utf8-column.ts';
import { computePhoneticKey } from './phonetic-key.ts';
import type { SearchTerm } from './search-text.ts';
import { countTypos, findTypoCandidates, getMaxTypos, TypoIndexBuilder, typoIndexSchema } from './typos.ts';

/** The ways in which a word of a name can match a word of a search, the best first. */
export const wordMatch = {
  exact: 0,
  /** A word that begins with the typed word. */
  prefix: 1,
  /** A word that sounds the same, or means the same. */
  phonetic: 2,
  /** A word whose beginning sounds the same. */
  phoneticPrefix: 3,
  /** A compound that contains a word that sounds the same: `gita` in `श्रीमद्भगवद्गीता`. */
  compound: 4,
  oneTypo: 5,
  twoTypos: 6,
} as const;

export type WordMatch = (typeof wordMatch)[keyof typeof wordMatch];

/** Receives the number of a word that matches. A word may be reported several times. */
export type OnMatch = (word: number, match: WordMatch) => void;

/** Shorter words are not looked up inside compounds. */
const minInnerLetters = 4;
/**
 * Words with shorter phonetic keys are not looked up inside compounds either. At the end of a compound, a key may be
 * one letter shorter: `gita` has the key `git`.
 */
const minInnerKeyLength = 4;
const minFinalKeyLength = 3;

/** The distinct words of a column in one script, and the rows that contain them. */
export const wordRowsSchema = z.object({
  /** The words, sorted by their UTF-16 code units. A word's number is its position here. */
  words: utf8RowsSchema,
  /** The phonetic key of each word. */
  keys: utf8RowsSchema,
  /** The words sorted by their keys. */
  byKey: z.instanceof(Uint32Array),
  /** Where the occurrences of each word begin in `occurrences`. */
  offsets: z.instanceof(Uint32Array),
  /** Each occurrence is twice its row, plus 1 unless it is the first word of one of the row's texts. */
  occurrences: z.instanceof(Uint32Array),
  typos: typoIndexSchema,
});

export type WordRows = z.output<typeof wordRowsSchema>;

/** The distinct words of a column in one script. */
export class WordList {
  readonly #words: Utf8Column;
  readonly #keys: Utf8Column;
  readonly #rows: WordRows;

  constructor(rows: WordRows) {
    this.#words = new Utf8Column(rows.words);
    this.#keys = new Utf8Column(rows.keys);
    this.#rows = rows;
  }

  /** The word with this number. */
  get(word: number): string {
    return this.#words.get(word);
  }

  /** The occurrences of a word, encoded as in `wordRowsSchema`. */
  getOccurrences(word: number): Uint32Array {
    const { offsets, occurrences } = this.#rows;
    return occurrences.subarray(offsets[word], offsets[word + 1]);
  }

  /** Reports words that equal a term or begin with it. */
  findBySpelling({ text }: SearchTerm, onMatch: OnMatch): void {
    const { count } = this.#words;
    const first = bisect(count, (word) => this.get(word) >= text);
    const end = findRunEnd(first, count, (word) => this.get(word).startsWith(text));
    for (let word = first; word < end; word += 1)
      onMatch(word, word === first && this.get(word) === text ? wordMatch.exact : wordMatch.prefix);
  }

  /** Reports words that sound like a term. */
  findBySound({ key }: SearchTerm, onMatch: OnMatch): void {
    this.#reportRun(key, (other) => other === key, wordMatch.phonetic, onMatch);
  }

  /** Reports words whose beginning sounds like a term. */
  findByPhoneticPrefix({ prefixKeys }: SearchTerm, onMatch: OnMatch): void {
    for (const key of prefixKeys)
      this.#reportRun(key, (other) => other.startsWith(key), wordMatch.phoneticPrefix, onMatch);
  }

  /** Reports compounds that contain the sound of a term. */
  findCompounds({ key, letterCount }: SearchTerm, onMatch: OnMatch): void {
    if (letterCount < minInnerLetters || key.length < minFinalKeyLength) return;
    const bytes = Buffer.from(key);
    for (const word of this.#keys.findRowsContaining(bytes)) {
      if (key.length >= minInnerKeyLength || this.#keys.endsWith(word, bytes))
        onMatch(word, wordMatch.compound);
    }
  }

  /**
   * Reports words whose phonetic keys differ from a term's by no more typos than `getMaxTypos` permits. Those with the
   * same key, which `findBySound` reports as better matches, are reported like those with one typo.
   */
  findWithTypos({ key, letterCount }: SearchTerm, onMatch: OnMatch): void {
    const maxTypos = getMaxTypos(letterCount, key);
    if (maxTypos === 0) return;
    for (const word of findTypoCandidates(this.#rows.typos, key, maxTypos)) {
      const typos = countTypos(key, this.#keys.get(word), maxTypos);
      if (typos <= maxTypos) onMatch(word, typos === 2 ? wordMatch.twoTypos : wordMatch.oneTypo);
    }
  }

  /** Reports the words in the order of their keys, from the first one whose key is at least `key`, while keys match. */
  #reportRun(key: string, isMatch: (key: string) => boolean, match: WordMatch, onMatch: OnMatch): void {
    const { byKey } = this.#rows;
    const getKey = (position: number) => this.#keys.get(byKey[position] ?? 0);
    const first = bisect(byKey.length, (position) => getKey(position) >= key);
    const end = findRunEnd(first, byKey.length, (position) => isMatch(getKey(position)));
    for (let position = first; position < end; position += 1) onMatch(byKey[position] ?? 0, match);
  }
}

/**
 * Returns the end of the run of consecutive positions, from `first`, for which the predicate holds. Thousands of words
 * may begin with the same letter or digit, and reading a word creates a string, so this function reads few of them: its
 * steps double.
 */
function findRunEnd(first: number, count: number, isInRun: (position: number) => boolean): number {
  let length = 1;
  while (first + length < count && isInRun(first + length)) length *= 2;
  return first + bisect(Math.min(length, count - first), (offset) => !isInRun(first + offset));
}

/** Collects the words in a column's rows. */
export class WordRowsBuilder {
  /** The distinct words in the order in which they were added. A word's position is its provisional number. */
  readonly #words: string[] = [];
  readonly #keys: string[] = [];
  readonly #numberByWord = new Map<string, number>();
  /** The provisional number of the word of each occurrence. */
  readonly #numberByOccurrence: number[] = [];
  readonly #occurrences: number[] = [];
  readonly #typos = new TypoIndexBuilder();

  /** Adds an occurrence of a word. @param isFirst whether it is the first word of one of the row's texts. */
  add(word: string, row: number, isFirst: boolean): void {
    this.#numberByOccurrence.push(this.#numberByWord.get(word) ?? this.#addWord(word));
    this.#occurrences.push(row * 2 + (isFirst ? 0 : 1));
  }

  #addWord(word: string): number {
    const number = this.#words.length;
    const key = computePhoneticKey(word);
    this.#numberByWord.set(word, number);
    this.#words.push(word);
    this.#keys.push(key);
    this.#typos.add(key, number);
    return number;
  }

  /** Sorts the words added so far. Yields to the event loop meanwhile. */
  async build(scheduler: CooperativeScheduler): Promise<WordRows> {
    const count = this.#words.length;
    const sortBy = (texts: readonly string[]) =>
      sortCooperatively(
        [...texts.keys()],
        (a, b) => compareCodeUnits(texts[a] ?? '', texts[b] ?? ''),
        scheduler,
      );
    const sorted = await sortBy(this.#words);
    const finalNumbers = new Uint32Array(count);
    const [words, keys] = [new Utf8ColumnBuilder(), new Utf8ColumnBuilder()];
    for (const [number, provisional] of sorted.entries()) {
      if (scheduler.shouldYield) await scheduler.yield();
      finalNumbers[provisional] = number;
      words.add(this.#words[provisional] ?? '');
      keys.add(this.#keys[provisional] ?? '');
    }
    const byKey = await sortBy(this.#keys);
    await scheduler.yield();
    const renumber = (provisional: number) => finalNumbers[provisional] ?? 0;
    const [order, offsets] = countingSort(Uint32Array.from(this.#numberByOccurrence, renumber), count);
    return {
      words: words.build(),
      keys: keys.build(),
      byKey: Uint32Array.from(byKey, renumber),
      offsets,
      occurrences: Uint32Array.from(order, (index) => this.#occurrences[index] ?? 0),
      typos: this.#typos.build(finalNumbers),
    };
  }
}
