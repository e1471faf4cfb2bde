import { z } from 'zod';
import { countingSort } from '../columns/row-order.ts';

/** Number of letters that a word must have for each tolerated typo. */
const lettersPerTypo = 5;
/** The index compares only the beginnings of phonetic keys, so that long words don't need more memory. */
const prefixLength = 7;
/** With a shorter phonetic key, one typo often makes another word. */
const minKeyLength = 4;
/** Longer phonetic keys are not those of words, and comparing them would be slow. */
const maxKeyLength = 40;
/** Words whose phonetic keys have at least this length may be found with two typos. */
const minTwoTypoKeyLength = 8;

/**
 * The data of an index that finds words with similar phonetic keys without comparing all of them. It uses the symmetric
 * delete algorithm of SymSpell: if two keys differ by one or two typos, deleting up to two letters from each can make
 * them equal. The index lists words under all such shortened forms of the beginnings of their keys.
 */
export const typoIndexSchema = z.object({
  /** Where each bucket begins in `words`. The hash of a shortened form selects its bucket. */
  offsets: z.instanceof(Uint32Array),
  /** The numbers of the words in each bucket, one bucket after another. */
  words: z.instanceof(Uint32Array),
});

type TypoIndex = z.output<typeof typoIndexSchema>;

/** The number of typos to tolerate in a typed word with this phonetic key. Numbers must be typed without typos. */
export function getMaxTypos(letterCount: number, key: string): number {
  return Math.min(Math.floor(letterCount / lettersPerTypo), getMaxTyposOfKey(key));
}

function getMaxTyposOfKey(key: string): number {
  if (key.length < minKeyLength || key.length > maxKeyLength || /\p{N}/u.test(key)) return 0;
  return key.length < minTwoTypoKeyLength ? 1 : 2;
}

/** Returns words whose keys may be within `maxTypos` typos of a key. The caller counts the typos. */
export function findTypoCandidates(
  { offsets, words }: TypoIndex,
  key: string,
  maxTypos: number,
): Set<number> {
  const candidates = new Set<number>();
  for (const hash of hashShortenedForms(key, maxTypos)) {
    const bucket = hash % (offsets.length - 1);
    const end = offsets[bucket + 1] ?? 0;
    for (let entry = offsets[bucket] ?? end; entry < end; entry += 1) candidates.add(words[entry] ?? 0);
  }
  return candidates;
}

/** Builds the index key by key. */
export class TypoIndexBuilder {
  readonly #hashes: number[] = [];
  readonly #words: number[] = [];

  /** @param word the provisional number of the word: its position before the words are sorted. */
  add(key: string, word: number): void {
    const maxTypos = getMaxTyposOfKey(key);
    if (maxTypos === 0) return;
    for (const hash of hashShortenedForms(key, maxTypos)) {
      this.#hashes.push(hash);
      this.#words.push(word);
    }
  }

  /** @param finalNumbers the final number of each word, by its provisional number. */
  build(finalNumbers: Uint32Array): TypoIndex {
    const bucketCount = this.#hashes.length + 1;
    const [entries, offsets] = countingSort(
      Uint32Array.from(this.#hashes, (hash) => hash % bucketCount),
      bucketCount,
    );
    return {
      offsets,
      words: Uint32Array.from(entries, (entry) => finalNumbers[this.#words[entry] ?? 0] ?? 0),
    };
  }
}

/**
 * Hashes the beginning of a key: unchanged, with each letter deleted and, for two deletions, with each pair of
 * letters deleted.
 */
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

/** The FNV-1a hash of the first `length` letters of a text, without those at two positions; -1 omits none. */
function hashWithout(text: string, length: number, first: number, second: number): number {
  let hash = 0x811c9dc5;
  for (let position = 0; position < length; position += 1) {
    if (position === first || position === second) continue;
    hash = Math.imul(hash ^ text.charCodeAt(position), 0x01000193);
  }
  return hash >>> 0;
}

/**
 * The number of typos between two phonetic keys: missing, extra and wrong letters and swapped neighbours (the restricted
 * Damerau-Levenshtein distance). If there are more than `max`, some number above `max`, because the count stops early.
 */
export function countTypos(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let beforePrevious: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = countTyposInRow(a, b, row, previous, beforePrevious);
    if (Math.min(...current) > max) return max + 1;
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? max + 1;
}

/** The typos between the first `row` letters of `a` and each beginning of `b`, computed from the two previous rows. */
function countTyposInRow(
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
