import { z } from 'zod';
import { TextColumn } from '../columns/utf8-column.ts';
import { TextRowsWriter, textRowsShape } from '../columns/utf8-column-builder.ts';
import { fold, separator } from './normalize.ts';
import { isDevanagari, soundKey, soundKeyOfBeginning } from './phonetic-key.ts';

/** What a search column looks through: folded texts, and the sounds of those in each script. */
export const searchRowsShape = z.object({
  written: textRowsShape,
  devanagari: textRowsShape,
  roman: textRowsShape,
});

export type SearchRows = z.output<typeof searchRowsShape>;

/** The shortest sound that is looked for; a shorter one says too little. */
const shortestSound = 2;

/** Rows of texts that are found as they are written, and by their sound from the other script. */
export class SearchColumn {
  readonly #written: TextColumn;
  readonly #sounds: Record<Script, TextColumn>;

  constructor({ written, devanagari, roman }: SearchRows) {
    this.#written = new TextColumn(written);
    this.#sounds = { devanagari: new TextColumn(devanagari), roman: new TextColumn(roman) };
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
  #across(text: string): { sounds: TextColumn; keys: string[] } {
    const whole = [soundKey(text), soundKeyOfBeginning(text)];
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
export class SearchRowsWriter {
  readonly #written = new TextRowsWriter();
  readonly #devanagari = new TextRowsWriter();
  readonly #roman = new TextRowsWriter();
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
    const sound = soundKey(text);
    this.#known.set(text, sound);
    return sound;
  }
}
