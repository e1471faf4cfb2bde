import { hash } from 'node:crypto';
import { z } from 'zod';
import { dimensions } from '../domain/product.ts';
import { tryParseJson } from '../rest/json.ts';
import type { CatalogueIndex } from './index.ts';
import type { ListingQuery } from './listing.ts';
import { normalizeName } from './search/normalize.ts';

/** An invalid cursor. The message says why and is shown to the client. */
export class CursorError extends Error {}

/** A position in a listing. It is derived from a sort key and a product id, so it survives a refresh. */
export interface CursorPosition {
  /** The product's row in this index. If the product is missing, half a row before its former one. */
  row: number;
  /** The selling price in paise when the cursor was created. */
  price: number;
  /** Whether the product was a phonetic match of the search. Without a sort, such matches come last. */
  isPhonetic: boolean;
}

const queryHashLength = 8;
const checksumLength = 6;
/** Row, price and id, followed by a 1 for a phonetic match. */
const bodySchema = z.tuple([z.number(), z.number(), z.string()]).rest(z.literal(1));

/** The prefix of a cursor, which identifies its listing. Equivalent queries have the same hash. */
export function hashQuery({ filter, search, sort }: ListingQuery): string {
  const selected = dimensions.map((dimension) =>
    [...new Set(filter.selected[dimension].map(normalizeName))].sort(),
  );
  const normalized = [selected, filter.availableOnly, filter.minPrice ?? 0, filter.maxPrice, search, sort];
  return hash('sha256', JSON.stringify(normalized), 'base64url').slice(0, queryHashLength);
}

/** The cursor of a product in the listing identified by `queryHash`. */
export function writeCursor(
  queryHash: string,
  index: CatalogueIndex,
  row: number,
  isPhonetic: boolean,
): string {
  const fields = [row, index.prices[row], index.products.id(row), ...(isPhonetic ? [1] : [])];
  const body = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${queryHash}${checksum(queryHash, body)}${body}`;
}

/**
 * The position of a cursor in this index.
 *
 * @throws {CursorError} for a cursor of another listing, or one that this gateway did not issue.
 */
export function readCursor(
  cursor: string,
  queryHash: string,
  index: CatalogueIndex,
  argument: string,
): CursorPosition {
  const cursorQueryHash = cursor.slice(0, queryHashLength);
  const body = cursor.slice(queryHashLength + checksumLength);
  const hasChecksum =
    cursor.slice(queryHashLength, queryHashLength + checksumLength) === checksum(cursorQueryHash, body);
  // The checksum detects accidental changes. It is not a signature, so the body is validated as well.
  const parsed = bodySchema.safeParse(tryParseJson(Buffer.from(body, 'base64url').toString()));
  if (!hasChecksum || !parsed.success) {
    throw new CursorError(
      `The argument '${argument}' is not a cursor of this shop: pass an 'endCursor' or 'startCursor' unchanged.`,
    );
  }
  if (cursorQueryHash !== queryHash) {
    throw new CursorError(
      `The cursor in '${argument}' was made for another filter, search or sort: start again without it.`,
    );
  }
  const [formerRow, price, id, phonetic] = parsed.data;
  return { row: index.rowById.get(id) ?? formerRow - 0.5, price, isPhonetic: phonetic === 1 };
}

function checksum(queryHash: string, body: string): string {
  return hash('sha256', `cursor ${queryHash} ${body}`, 'base64url').slice(0, checksumLength);
}
