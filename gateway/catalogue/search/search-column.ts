import { z } from 'zod';
import type { CooperativeScheduler } from '../../concurrency/cooperative-scheduler.ts';
import { Utf8Column, Utf8ColumnBuilder, utf8RowsSchema } from '../columns/utf8-column.ts';
import { fold } from './fold.ts';
import { isDevanagari } from './phonetic-key.ts';
import type { Script, SearchText } from './search-text.ts';
import { WordList, WordRowsBuilder, wordRowsSchema } from './word-list.ts';
import { listSearchableWords } from './words.ts';

/** The data of a search column: the folded names and, for each script, the words by which a search finds them. */
export const searchRowsSchema = z.object({
  folded: utf8RowsSchema,
  devanagari: wordRowsSchema,
  latin: wordRowsSchema,
});

export type SearchRows = z.output<typeof searchRowsSchema>;

/** A column of names that can be searched for text as written, and for words. */
export class SearchColumn {
  readonly words: Readonly<Record<Script, WordList>>;
  readonly #folded: Utf8Column;

  constructor({ folded, devanagari, latin }: SearchRows) {
    this.#folded = new Utf8Column(folded);
    this.words = { devanagari: new WordList(devanagari), latin: new WordList(latin) };
  }

  /** The number of names. */
  get count(): number {
    return this.#folded.count;
  }

  /** The first `max` rows that contain a text as written, in ascending order without duplicates. */
  findRowsContaining({ bytes }: SearchText, max?: number): number[] {
    return this.#folded.findRowsContaining(bytes, max);
  }

  /** Whether a row that contains the search text equals it. */
  equalsText(row: number, { bytes }: SearchText): boolean {
    return this.#folded.byteLength(row) === bytes.length;
  }
}

/** Builds a search column row by row. */
export class SearchRowsBuilder {
  readonly #folded = new Utf8ColumnBuilder();
  readonly #words = { devanagari: new WordRowsBuilder(), latin: new WordRowsBuilder() };
  #count = 0;

  /**
   * Adds a row.
   *
   * @param wordsOnlyText further names, such as the name in another script. A search for their words also finds the
   * row, but a search for text as written does not.
   */
  add(text: string, wordsOnlyText: string | null = null): void {
    const folded = fold(text);
    this.#folded.add(folded);
    this.#addWords(folded);
    if (wordsOnlyText !== null) this.#addWords(fold(wordsOnlyText));
    this.#count += 1;
  }

  #addWords(folded: string): void {
    for (const [position, word] of listSearchableWords(folded).entries()) {
      this.#words[isDevanagari(word) ? 'devanagari' : 'latin'].add(word, this.#count, position === 0);
    }
  }

  /** The rows added so far. Yields to the event loop while it sorts their words. */
  async build(scheduler: CooperativeScheduler): Promise<SearchRows> {
    return {
      folded: this.#folded.build(),
      devanagari: await this.#words.devanagari.build(scheduler),
      latin: await this.#words.latin.build(scheduler),
    };
  }
}
