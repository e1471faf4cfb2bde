import { z } from 'zod';
import { Utf8Column, Utf8ColumnBuilder, utf8RowsSchema } from '../columns/utf8-column.ts';
import { fold } from './normalize.ts';
import { isDevanagari, phoneticKey, phoneticPrefixKey } from './phonetic-key.ts';

/** The data of a search column: folded texts, and the phonetic keys of the texts in each script. */
export const searchRowsSchema = z.object({
  folded: utf8RowsSchema,
  devanagari: utf8RowsSchema,
  roman: utf8RowsSchema,
});

export type SearchRows = z.output<typeof searchRowsSchema>;

type Script = 'devanagari' | 'roman';

/** A shorter key matches too many names to be useful. */
const minKeyLength = 2;

/** A folded text to search for, in the forms that columns are searched for. */
export class SearchText {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** The script in which other spellings of the text are searched. */
  readonly otherScript: Script;
  #phoneticKeys: readonly Uint8Array[] | undefined;

  constructor(text: string) {
    this.text = text;
    this.bytes = Buffer.from(text);
    this.otherScript = isDevanagari(text) ? 'roman' : 'devanagari';
  }

  /** The beginnings of words that sound like the text. The last word of the text may be incomplete. */
  get phoneticKeys(): readonly Uint8Array[] {
    this.#phoneticKeys ??= createKeys(this.text);
    return this.#phoneticKeys;
  }
}

function createKeys(text: string): Uint8Array[] {
  const textKeys = [phoneticKey(text), phoneticPrefixKey(text)];
  // Roman spellings separate what Devanagari writes as one word: गीतारहस्य is Geeta Rahasya.
  const keys = new Set(textKeys.flatMap((key) => [key, key.replaceAll(' ', '')]));
  return [...keys].filter(({ length }) => length >= minKeyLength).map((words) => Buffer.from(` ${words}`));
}

/** A column that can be searched for text as written, or for words in the other script that sound like it. */
export class SearchColumn {
  readonly #folded: Utf8Column;
  readonly #keys: Record<Script, Utf8Column>;

  constructor({ folded, devanagari, roman }: SearchRows) {
    this.#folded = new Utf8Column(folded);
    this.#keys = { devanagari: new Utf8Column(devanagari), roman: new Utf8Column(roman) };
  }

  /** The first `max` rows that contain a text as written, in ascending order without duplicates. */
  rowsContaining({ bytes }: SearchText, max?: number): number[] {
    return this.#folded.rowsContaining(bytes, max);
  }

  /** Rows with words in the other script that sound like a text, at most `max`. They may contain duplicates. */
  phoneticMatches({ otherScript, phoneticKeys }: SearchText, max?: number): number[] {
    return phoneticKeys.flatMap((key) => this.#keys[otherScript].rowsContaining(key, max)).slice(0, max);
  }

  /** The folded text of a row. */
  get(row: number): string {
    return this.#folded.get(row);
  }

  /** Whether a row begins with words in the other script that sound like a text. */
  hasPhoneticPrefix(row: number, { otherScript, phoneticKeys }: SearchText): boolean {
    return phoneticKeys.some((key) => this.#keys[otherScript].startsWith(row, key));
  }
}

/** Builds a search column row by row. */
export class SearchRowsBuilder {
  readonly #folded = new Utf8ColumnBuilder();
  readonly #devanagari = new Utf8ColumnBuilder();
  readonly #roman = new Utf8ColumnBuilder();

  /** Adds a row. */
  add(text: string): void {
    // The space before every word limits a search to matches at the start of a word.
    const key = ` ${phoneticKey(text)}`;
    this.#folded.add(fold(text));
    this.#devanagari.add(isDevanagari(text) ? key : '');
    this.#roman.add(isDevanagari(text) ? '' : key);
  }

  /** The rows added so far. */
  build(): SearchRows {
    return {
      folded: this.#folded.build(),
      devanagari: this.#devanagari.build(),
      roman: this.#roman.build(),
    };
  }
}
