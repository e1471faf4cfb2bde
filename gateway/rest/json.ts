import { tryParseJson } from '../domain/json.ts';

/** The text is not a valid JSON array, or an item is longer than `maxBatchBytes`. The message says which. */
export class InvalidArrayError extends Error {}

/** Minimum size of a batch of items. The last batch may be smaller. */
const minBatchBytes = 64 * 1024;
/** Maximum size of a batch, and thus of an item. Otherwise, an item that never ends would fill the memory. */
const maxBatchBytes = 16 * 1024 * 1024;

const [quote, backslash, comma, space] = [0x22, 0x5c, 0x2c, 0x20];
const [openingBracket, openingBrace, closingBracket, closingBrace] = [0x5b, 0x7b, 0x5d, 0x7d];
const byteOrderMark: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf]);

/** UTF-8 in chunks, which are in memory or still arriving. */
export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Reads a JSON array from chunks of UTF-8 in batches of items, so that a long array is not parsed in one
 * blocking call. The scanner finds the brackets and commas, which are single bytes in UTF-8, so chunks may split the
 * text anywhere. `JSON.parse` parses the items.
 *
 * @throws {InvalidArrayError} possibly after some batches.
 */
export async function* readJsonArray(chunks: Chunks): AsyncGenerator<unknown[]> {
  const scanner = new ArrayScanner();
  let batch: Uint8Array[] = [];
  let length = 0;
  let isFirst = true;
  for await (const chunk of chunks) {
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const token = scanner.scan(chunk[index]);
      if (token === null) continue;
      if (token === 'comma' && length + index - start < minBatchBytes) continue;
      if (token !== 'begin') {
        batch.push(chunk.subarray(start, index));
        yield parseItems(batch, isFirst && token === 'end');
        isFirst = false;
      }
      batch = [];
      length = 0;
      start = index + 1;
    }
    batch.push(chunk.subarray(start));
    length += chunk.length - start;
    assertBatchLength(length);
  }
  if (!scanner.hasEnded) throw new InvalidArrayError('the JSON is incomplete');
}

type Token = 'begin' | 'comma' | 'end';

/** Finds the brackets of an array and the commas between its items, byte by byte. */
class ArrayScanner {
  hasEnded = false;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** @throws {InvalidArrayError} for text before or after the array, or a brace in place of its closing bracket. */
  scan(byte = space): Token | null {
    if (this.#isInString) this.#scanString(byte);
    else if (this.#depth === 0) return this.#scanOutside(byte);
    else if (byte === quote) this.#isInString = true;
    else if (byte === openingBracket || byte === openingBrace) this.#depth += 1;
    else if (byte === closingBracket || byte === closingBrace) return this.#closeBracket(byte);
    else if (byte === comma && this.#depth === 1) return 'comma';
    return null;
  }

  #scanString(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isInString = false;
  }

  #scanOutside(byte: number): Token | null {
    if (byte <= space || byteOrderMark.has(byte)) return null;
    if (this.hasEnded || byte !== openingBracket)
      throw new InvalidArrayError('the response is not a JSON array');
    this.#depth = 1;
    return 'begin';
  }

  #closeBracket(byte: number): Token | null {
    this.#depth -= 1;
    if (this.#depth === 0 && byte !== closingBracket) throw new InvalidArrayError('the JSON is invalid');
    this.hasEnded = this.#depth === 0;
    return this.hasEnded ? 'end' : null;
  }
}

function assertBatchLength(length: number): void {
  const maxMebibytes = maxBatchBytes / 1024 / 1024;
  if (length > maxBatchBytes) throw new InvalidArrayError(`an item is longer than ${maxMebibytes} MiB`);
}

function parseItems(batch: readonly Uint8Array[], mayBeEmpty: boolean): unknown[] {
  const items = tryParseJson(`[${Buffer.concat(batch)}]`);
  // Only an empty array may yield an empty batch. Any other empty batch means that there is a superfluous comma.
  if (!Array.isArray(items) || (items.length === 0 && !mayBeEmpty)) {
    throw new InvalidArrayError('the JSON is invalid');
  }
  return items;
}
