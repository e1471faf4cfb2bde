/** How long the text of a batch is at least, in bytes; the last one may be shorter. */
const batchLength = 64 * 1024;

const [quote, backslash, comma, space] = [0x22, 0x5c, 0x2c, 0x20];
const byteOrderMark: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf]);
const [openingBracket, openingBrace, closingBracket, closingBrace] = [0x5b, 0x7b, 0x5d, 0x7d];

/** A text that is no JSON array; the message says what it is instead. */
export class NotAnArrayError extends Error {}

/**
 * Reads the JSON array in a text of many parts of UTF-8, some items at a time, so that a long one
 * need not be parsed in one go. It only looks for commas between items, which are single bytes
 * wherever the parts were cut; the items are left to `JSON.parse`.
 *
 * @throws {NotAnArrayError}, also after some batches.
 */
export function* readJsonArray(parts: readonly Uint8Array[]): Generator<unknown[]> {
  const scanner = new ArrayScanner();
  let batch: Uint8Array[] = [];
  let length = 0;
  let isFirst = true;
  for (const part of parts) {
    let from = 0;
    for (let at = 0; at < part.length; at += 1) {
      const found = scanner.take(part[at]);
      if (found === 'nothing') continue;
      if (found === 'comma' && length + at - from < batchLength) continue;
      if (found !== 'begin') {
        batch.push(part.subarray(from, at));
        yield itemsOf(batch, isFirst && found === 'end');
        isFirst = false;
      }
      batch = [];
      length = 0;
      from = at + 1;
    }
    batch.push(part.subarray(from));
    length += part.length - from;
  }
  if (!scanner.isOver) throw new NotAnArrayError('no JSON');
}

/** Finds the brackets of an array and the commas between its items, byte by byte. */
class ArrayScanner {
  isOver = false;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** @throws {NotAnArrayError} for a sign before or behind the array, or an end of another kind. */
  take(sign = space): 'nothing' | 'begin' | 'comma' | 'end' {
    if (this.#isInString) this.#takeInString(sign);
    else if (this.#depth === 0) return this.#takeOutside(sign);
    else if (sign === quote) this.#isInString = true;
    else if (sign === openingBracket || sign === openingBrace) this.#depth += 1;
    else if (sign === closingBracket || sign === closingBrace) return this.#close(sign);
    else if (sign === comma && this.#depth === 1) return 'comma';
    return 'nothing';
  }

  #takeInString(sign: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (sign === backslash) this.#isEscaped = true;
    else if (sign === quote) this.#isInString = false;
  }

  #takeOutside(sign: number): 'nothing' | 'begin' {
    if (sign <= space || byteOrderMark.has(sign)) return 'nothing';
    if (this.isOver || sign !== openingBracket) throw new NotAnArrayError('no list');
    this.#depth = 1;
    return 'begin';
  }

  #close(sign: number): 'nothing' | 'end' {
    this.#depth -= 1;
    if (this.#depth === 0 && sign !== closingBracket) throw new NotAnArrayError('no JSON');
    this.isOver = this.#depth === 0;
    return this.isOver ? 'end' : 'nothing';
  }
}

function itemsOf(batch: readonly Uint8Array[], mayBeEmpty: boolean): unknown[] {
  let items: unknown;
  try {
    items = JSON.parse(`[${Buffer.concat(batch)}]`);
  } catch {
    throw new NotAnArrayError('no JSON');
  }
  // Nothing behind a comma is no array either.
  if (!Array.isArray(items) || (items.length === 0 && !mayBeEmpty)) throw new NotAnArrayError('no JSON');
  return items;
}

/** The value of a JSON text; undefined where it is none. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
