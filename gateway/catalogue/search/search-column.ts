import { z } from 'zod';
import { Utf8Column, Utf8ColumnBuilder, utf8RowsSchema } from '../columns/utf8-column.ts';
import { fold, separator } from './normalize.ts';
import { isDevanagari, phoneticKey, phoneticPrefixKey } from './phonetic-key.ts';

/** What a search column looks through: folded texts, and the sounds of those in each script. */
export const searchRowsSchema = z.object({
  written: utf8RowsSchema,
  devanagari: utf8RowsSchema,
  roman: utf8RowsSchema,
});

export type SearchRows = z.output<typeof searchRowsSchema>;

/** The shortest sound that is looked for; a shorter one says too little. */
const shortestSound = 2;

/** Rows of texts that are found as they are written, and by their sound from the other script. */
export class SearchColumn {
  readonly #written: Utf8Column;
  readonly #sounds: Record<Script, Utf8Column>;

  constructor({ written, devanagari, roman }: SearchRows) {
    this.#written = new Utf8Column(written);
    this.#sounds = { devanagari: new Utf8Column(devanagari), roman: new Utf8Column(roman) };
  }

  /** The rows that hold a folded text as it is written, ascending, each once. */
  rowsWith(text: string): Generator<number> {
    return this.#written.rowsWith(text);
  }

  /**
   * The rows that hold words of the other script which sound like a folded text, the last word
   * perhaps not to its end. A row may come twice.
   */
  *rowsSoundingLike(text: string): Generator<number> {
    const { sounds, keys } = this.#across(text);
    for (const key of keys) yield* sounds.rowsWith(key);
  }

  /** The folded text of a row. */
  text(row: number): string {
    return this.#written.text(row);
  }

  /** Whether a row begins with words of the other script that sound like a folded text. */
  beginsSoundingLike(row: number, text: string): boolean {
    const { sounds, keys } = this.#across(text);
    const sound = sounds.text(row);
    return keys.some((key) => sound.startsWith(key));
  }

  /** Where to look for what a text sounds like, and as what. */
  #across(text: string): { sounds: Utf8Column; keys: string[] } {
    const whole = [phoneticKey(text), phoneticPrefixKey(text)];
    // Roman spelling parts what Devanagari writes as one word: गीतारहस्य is Geeta Rahasya.
    const keys = [...new Set(whole.flatMap((key) => [key, key.replaceAll(' ', '')]))].filter(
      ({ length }) => length >= shortestSound,
    );
    return {
      sounds: this.#sounds[isDevanagari(text) ? 'roman' : 'devanagari'],
      keys: keys.map((words) => ` ${words}`),
    };
  }
}

type Script = 'devanagari' | 'roman';

/** Writes the rows of a search column. */
export class SearchRowsBuilder {
  readonly #written = new Utf8ColumnBuilder();
  readonly #devanagari = new Utf8ColumnBuilder();
  readonly #roman = new Utf8ColumnBuilder();
  readonly #known: Map<string, string>;

  /** @param known sounds that were found already, shared by several columns. */
  constructor(known = new Map<string, string>()) {
    this.#known = known;
  }

  /** Adds a row of one or more texts. */
  add(...texts: string[]): void {
    this.#written.add(texts.map(fold).join(separator));
    this.#devanagari.add(this.#soundsOf(texts.filter(isDevanagari)));
    this.#roman.add(this.#soundsOf(texts.filter((text) => !isDevanagari(text))));
  }

  /** The rows so far. */
  rows(): SearchRows {
    return { written: this.#written.rows(), devanagari: this.#devanagari.rows(), roman: this.#roman.rows() };
  }

  #soundsOf(texts: readonly string[]): string {
    return texts.map((text) => ` ${this.#soundOf(text)}`).join(separator);
  }

  #soundOf(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const sound = phoneticKey(text);
    this.#known.set(text, sound);
    return sound;
  }
}
