import { z } from 'zod';
import { countingSort } from '../columns/row-order.ts';

/** One slip is forgiven for each of these letters. */
const lettersPerSlip = 5;
/** Only the beginnings of words are compared through the index, so that long words don't need more memory. */
const prefixLength = 7;
/** A word of fewer letters becomes another word with one slip: `gita` and `sita`. */
const minKeyLength = 4;
/** Longer keys are not words; comparing them would take long. */
const maxKeyLength = 40;
/** From this length on, a word may be the target of two slips. */
const minTwoSlipsKeyLength = 8;

/**
 * Finds similar words without comparing all of them (the symmetric delete method of SymSpell): words that differ by
 * few slips become equal when few letters are deleted from both. The index lists each word under all these
 * shortened forms of its beginning.
 */
export const slipRowsSchema = z.object({
  /** Where the words of each bucket begin in `words`. A shortened form belongs to the bucket of its hash. */
  offsets: z.instanceof(Uint32Array),
  words: z.instanceof(Uint32Array),
});

export type SlipRows = z.output<typeof slipRowsSchema>;

/** How many slips are forgiven in a word that was typed with a number of letters. In a number: none. */
export function allowedSlips(typedLetters: number, key: string): number {
  return Math.min(Math.floor(typedLetters / lettersPerSlip), maxSlips(key));
}

function maxSlips(key: string): number {
  if (key.length < minKeyLength || key.length > maxKeyLength || /\p{N}/u.test(key)) return 0;
  return key.length < minTwoSlipsKeyLength ? 1 : 2;
}

/** Words by their shortened forms. */
export class SlipIndex {
  readonly #rows: SlipRows;

  constructor(rows: SlipRows) {
    this.#rows = rows;
  }

  /** Words whose keys may differ from a key by at most `slips` slips, and others. Without duplicates. */
  findCandidates(key: string, slips: number): Set<number> {
    const { offsets, words } = this.#rows;
    const candidates = new Set<number>();
    for (const hash of hashShortenedForms(key, slips)) {
      const bucket = hash % (offsets.length - 1);
      const end = offsets[bucket + 1] ?? 0;
      for (let entry = offsets[bucket] ?? end; entry < end; entry += 1) candidates.add(words[entry] ?? 0);
    }
    return candidates;
  }
}

/** Builds the index key by key. */
export class SlipRowsBuilder {
  readonly #hashes: number[] = [];
  readonly #words: number[] = [];

  add(key: string, word: number): void {
    const slips = maxSlips(key);
    if (slips === 0) return;
    for (const hash of hashShortenedForms(key, slips)) {
      this.#hashes.push(hash);
      this.#words.push(word);
    }
  }

  /** @param renumber the final number of each word. */
  build(renumber: Uint32Array): SlipRows {
    const bucketCount = this.#hashes.length + 1;
    const [entries, offsets] = countingSort(
      Uint32Array.from(this.#hashes, (hash) => hash % bucketCount),
      bucketCount,
    );
    return { offsets, words: Uint32Array.from(entries, (entry) => renumber[this.#words[entry] ?? 0] ?? 0) };
  }
}

/** Hashes of the beginning of a key without any of its letters, without each of them, and without each pair. */
function hashShortenedForms(key: string, deletions: number): Set<number> {
  const length = Math.min(key.length, prefixLength);
  const hashes = new Set([hashWithout(key, length, -1, -1)]);
  for (let first = 0; first < length; first += 1) {
    hashes.add(hashWithout(key, length, first, -1));
    for (let second = first + 1; second < length && deletions > 1; second += 1)
      hashes.add(hashWithout(key, length, first, second));
  }
  return hashes;
}

/** The FNV-1a hash of a text without the letters at two positions. */
function hashWithout(text: string, length: number, first: number, second: number): number {
  let hash = 0x811c9dc5;
  for (let position = 0; position < length; position += 1) {
    if (position === first || position === second) continue;
    hash = Math.imul(hash ^ text.charCodeAt(position), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * The number of slips between two words: missing, extra and wrong letters and swapped neighbours (the restricted
 * Damerau-Levenshtein distance). More than `max` is returned as `max + 1`.
 */
export function countSlips(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let beforePrevious: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = countSlipsInRow(a, b, row, previous, beforePrevious);
    if (Math.min(...current) > max) return max + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? max + 1;
}

/** The slips between the first `row` letters of `a` and each beginning of `b`, from those of the two rows before. */
function countSlipsInRow(
  a: string,
  b: string,
  row: number,
  previous: readonly number[],
  beforePrevious: readonly number[],
): number[] {
  const current = [row];
  for (let column = 1; column <= b.length; column += 1) {
    const wrongLetter = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
    const missingOrExtra = Math.min(previous[column] ?? 0, current[column - 1] ?? 0) + 1;
    const isSwapped = column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
    const swapped = isSwapped ? (beforePrevious[column - 2] ?? 0) + 1 : missingOrExtra;
    current.push(Math.min(wrongLetter, missingOrExtra, swapped));
  }
  return current;
}
