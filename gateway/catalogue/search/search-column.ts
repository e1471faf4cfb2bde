import { z } from 'zod';
import { Utf8Column, Utf8ColumnBuilder, utf8RowsSchema } from '../columns/utf8-column.ts';
import { fieldSeparator, fold } from './normalize.ts';
import { isDevanagari, phoneticKey, phoneticPrefixKey } from './phonetic-key.ts';

/** The data of a search column: folded texts, and the phonetic keys of the texts in each script. */
export const searchRowsSchema = z.object({
  folded: utf8RowsSchema,
  devanagari: utf8RowsSchema,
  roman: utf8RowsSchema,
});

export type SearchRows = z.output<typeof searchRowsSchema>;

/** A shorter key matches too many names to be useful. */
const minKeyLength = 2;

/** A column that can be searched for text as written, or for words in the other script that sound like it. */
export class SearchColumn {
  readonly #folded: Utf8Column;
  readonly #keys: Record<Script, Utf8Column>;

  constructor({ folded, devanagari, roman }: SearchRows) {
    this.#folded = new Utf8Column(folded);
    this.#keys = { devanagari: new Utf8Column(devanagari), roman: new Utf8Column(roman) };
  }

  /** Rows that contain a folded text as written, in ascending order without duplicates. */
  rowsContaining(text: string): Generator<number> {
    return this.#folded.rowsContaining(text);
  }

  /**
   * Rows with words in the other script that sound like a folded text. The last word of the text may be
   * incomplete. The rows may contain duplicates.
   */
  *phoneticMatches(text: string): Generator<number> {
    const { column, keys } = this.#otherScript(text);
    for (const key of keys) yield* column.rowsContaining(key);
  }

  /** The folded text of a row. */
  get(row: number): string {
    return this.#folded.get(row);
  }

  /** Whether a row begins with words in the other script that sound like a folded text. */
  hasPhoneticPrefix(row: number, text: string): boolean {
    const { column, keys } = this.#otherScript(text);
    const rowKey = column.get(row);
    return keys.some((key) => rowKey.startsWith(key));
  }

  /** The keys of a text, and the column of the other script to search for them. */
  #otherScript(text: string): { column: Utf8Column; keys: string[] } {
    const textKeys = [phoneticKey(text), phoneticPrefixKey(text)];
    // Roman spellings separate what Devanagari writes as one word: गीतारहस्य is Geeta Rahasya.
    const keys = [...new Set(textKeys.flatMap((key) => [key, key.replaceAll(' ', '')]))].filter(
      ({ length }) => length >= minKeyLength,
    );
    return {
      column: this.#keys[isDevanagari(text) ? 'roman' : 'devanagari'],
      keys: keys.map((words) => ` ${words}`),
    };
  }
}

type Script = 'devanagari' | 'roman';

/** Builds a search column row by row. */
export class SearchRowsBuilder {
  readonly #folded = new Utf8ColumnBuilder();
  readonly #devanagari = new Utf8ColumnBuilder();
  readonly #roman = new Utf8ColumnBuilder();
  readonly #keyCache: Map<string, string>;

  /** @param keyCache phonetic keys by text. Columns with common texts can share it. */
  constructor(keyCache = new Map<string, string>()) {
    this.#keyCache = keyCache;
  }

  /** Adds a row of one or more texts. */
  add(...texts: string[]): void {
    this.#folded.add(texts.map(fold).join(fieldSeparator));
    this.#devanagari.add(this.#joinKeys(texts.filter(isDevanagari)));
    this.#roman.add(this.#joinKeys(texts.filter((text) => !isDevanagari(text))));
  }

  /** The rows added so far. */
  build(): SearchRows {
    return {
      folded: this.#folded.build(),
      devanagari: this.#devanagari.build(),
      roman: this.#roman.build(),
    };
  }

  /** Puts a space before every word, so that a search can be limited to matches at the start of a word. */
  #joinKeys(texts: readonly string[]): string {
    return texts.map((text) => ` ${this.#keyOf(text)}`).join(fieldSeparator);
  }

  #keyOf(text: string): string {
    const cached = this.#keyCache.get(text);
    if (cached !== undefined) return cached;
    const key = phoneticKey(text);
    this.#keyCache.set(text, key);
    return key;
  }
}
