import { z } from 'zod';
import { type CooperativeScheduler, sortCooperatively } from '../../concurrency/cooperative-scheduler.ts';
import { bisect, countingSort } from '../columns/row-order.ts';
import { Utf8Column, Utf8ColumnBuilder, utf8RowsSchema } from '../columns/utf8-column.ts';
import { phoneticKey } from './phonetic-key.ts';
import type { SearchTerm } from './search-text.ts';
import { allowedSlips, countSlips, SlipIndex, SlipRowsBuilder, slipRowsSchema } from './slips.ts';

/** How a word of a name matches a word of a search, the best first. */
export const wordMatch = {
  /** The same word. */
  whole: 0,
  /** A word that begins with it. */
  beginning: 1,
  /** A word that sounds the same, or means the same. */
  sound: 2,
  /** A word whose beginning sounds the same. */
  soundOfBeginning: 3,
  /** A compound that contains a word that sounds the same: `gita` in `श्रीमद्भगवद्गीता`. */
  inside: 4,
  oneSlip: 5,
  twoSlips: 6,
} as const;

export type WordMatch = (typeof wordMatch)[keyof typeof wordMatch];

/** Receives a word of the list that matches. A word may be reported several times. */
export type OnMatch = (word: number, match: WordMatch) => void;

/** Words that are found inside compounds have at least this many letters. */
const minInnerLetters = 4;
/** So do their keys, except at the end of a compound: `gita` has the key `git`. */
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
  /** Where the places of each word begin in `places`. */
  offsets: z.instanceof(Uint32Array),
  /** For each occurrence twice the row, plus 1 unless it is the first word of the row. */
  places: z.instanceof(Uint32Array),
  slips: slipRowsSchema,
});

export type WordRows = z.output<typeof wordRowsSchema>;

/** The distinct words of a column in one script. */
export class WordList {
  readonly #words: Utf8Column;
  readonly #keys: Utf8Column;
  readonly #slips: SlipIndex;
  readonly #rows: WordRows;

  constructor(rows: WordRows) {
    this.#words = new Utf8Column(rows.words);
    this.#keys = new Utf8Column(rows.keys);
    this.#slips = new SlipIndex(rows.slips);
    this.#rows = rows;
  }

  /** The word with a number. */
  get(word: number): string {
    return this.#words.get(word);
  }

  /** For each occurrence of a word twice the row, plus 1 unless it is the first word of the row. */
  getPlaces(word: number): Uint32Array {
    const { offsets, places } = this.#rows;
    return places.subarray(offsets[word], offsets[word + 1]);
  }

  /** Reports words that are spelled like a term, or begin with it. */
  findSpelling({ text }: SearchTerm, onMatch: OnMatch): void {
    const { count } = this.#words;
    for (let word = bisect(count, (other) => this.get(other) >= text); word < count; word += 1) {
      const spelling = this.get(word);
      if (!spelling.startsWith(text)) return;
      onMatch(word, spelling === text ? wordMatch.whole : wordMatch.beginning);
    }
  }

  /** Reports words that sound like a term. */
  findSound({ key }: SearchTerm, onMatch: OnMatch): void {
    for (let position = this.#firstByKey(key); position < this.#words.count; position += 1) {
      const word = this.#rows.byKey[position] ?? 0;
      if (this.#keys.get(word) !== key) return;
      onMatch(word, wordMatch.sound);
    }
  }

  /** Reports words whose beginning sounds like a term. */
  findSoundOfBeginning({ beginningKeys }: SearchTerm, onMatch: OnMatch): void {
    for (const key of beginningKeys) {
      for (let position = this.#firstByKey(key); position < this.#words.count; position += 1) {
        const word = this.#rows.byKey[position] ?? 0;
        if (!this.#keys.get(word).startsWith(key)) break;
        onMatch(word, wordMatch.soundOfBeginning);
      }
    }
  }

  /** Reports compounds that contain what sounds like a term. */
  findInside({ key, letters }: SearchTerm, onMatch: OnMatch): void {
    if (letters < minInnerLetters || key.length < minFinalKeyLength) return;
    const bytes = Buffer.from(key);
    for (const word of this.#keys.rowsContaining(bytes)) {
      if (key.length >= minInnerKeyLength || this.#keys.endsWith(word, bytes))
        onMatch(word, wordMatch.inside);
    }
  }

  /** Reports words that sound like a term with a slip or two. */
  findSlips({ key, letters }: SearchTerm, onMatch: OnMatch): void {
    const slips = allowedSlips(letters, key);
    if (slips === 0) return;
    for (const word of this.#slips.findCandidates(key, slips)) {
      const count = countSlips(key, this.#keys.get(word), slips);
      if (count <= slips) onMatch(word, count === 2 ? wordMatch.twoSlips : wordMatch.oneSlip);
    }
  }

  #firstByKey(key: string): number {
    const { byKey } = this.#rows;
    return bisect(byKey.length, (position) => this.#keys.get(byKey[position] ?? 0) >= key);
  }
}

/** Builds a list of words name by name. */
export class WordRowsBuilder {
  /** In the order in which the words were added, in which they also have their provisional numbers. */
  readonly #words: string[] = [];
  readonly #keys: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #occurrences: number[] = [];
  readonly #places: number[] = [];
  readonly #slips = new SlipRowsBuilder();

  /** Adds a word of a row. */
  add(word: string, row: number, isFirst: boolean): void {
    this.#occurrences.push(this.#numbers.get(word) ?? this.#addWord(word));
    this.#places.push(row * 2 + (isFirst ? 0 : 1));
  }

  #addWord(word: string): number {
    const number = this.#words.length;
    const key = phoneticKey(word);
    this.#numbers.set(word, number);
    this.#words.push(word);
    this.#keys.push(key);
    this.#slips.add(key, number);
    return number;
  }

  /** The words added so far. Yields to the event loop while it sorts them. */
  async build(scheduler: CooperativeScheduler): Promise<WordRows> {
    const count = this.#words.length;
    const sortedBy = (texts: readonly string[]) =>
      sortCooperatively(
        [...texts.keys()],
        (a, b) => compareCodeUnits(texts[a] ?? '', texts[b] ?? ''),
        scheduler,
      );
    const sorted = await sortedBy(this.#words);
    const finalNumbers = new Uint32Array(count);
    const [words, keys] = [new Utf8ColumnBuilder(), new Utf8ColumnBuilder()];
    for (const [number, provisional] of sorted.entries()) {
      if (scheduler.shouldYield) await scheduler.yield();
      finalNumbers[provisional] = number;
      words.add(this.#words[provisional] ?? '');
      keys.add(this.#keys[provisional] ?? '');
    }
    const byKey = await sortedBy(this.#keys);
    await scheduler.yield();
    const renumber = (provisional: number) => finalNumbers[provisional] ?? 0;
    const [occurrences, offsets] = countingSort(Uint32Array.from(this.#occurrences, renumber), count);
    return {
      words: words.build(),
      keys: keys.build(),
      byKey: Uint32Array.from(byKey, renumber),
      offsets,
      places: Uint32Array.from(occurrences, (occurrence) => this.#places[occurrence] ?? 0),
      slips: this.#slips.build(finalNumbers),
    };
  }
}

function compareCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
