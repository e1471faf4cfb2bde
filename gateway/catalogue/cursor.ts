import { hash } from 'node:crypto';
import { z } from 'zod';
import { dimensions } from '../domain/product.ts';
import { tryParseJson } from '../rest/json.ts';
import type { CatalogueIndex } from './index.ts';
import type { ListingQuery } from './listing.ts';
import { normalName } from './search/normalize.ts';

/** A cursor that cannot be used; the message says why, fit for whoever sent it. */
export class CursorError extends Error {}

/** A place in a listing that outlives a refresh: by the product's sort key and id, not by its number. */
export interface Place {
  /** The product's place in the shop's own order; half a step before it when the product is gone. */
  ordinal: number;
  /** The selling price in paise when the cursor was made. */
  price: number;
  /** Whether it was found by its sound then: without a sort those come last. */
  isBySound: boolean;
}

const listLength = 8;
const checkLength = 6;
/** Ordinal, price and id, and a 1 for a product that was found by its sound. */
const bodyShape = z.tuple([z.number(), z.number(), z.string()]).rest(z.literal(1));

/** Identifies filter, search and sort together: equal for listings that mean the same. */
export function listingKey({ filter, search, sort }: ListingQuery): string {
  const selected = dimensions.map((dimension) =>
    [...new Set(filter.selected[dimension].map(normalName))].sort(),
  );
  return JSON.stringify([
    selected,
    filter.availableOnly,
    filter.minPrice ?? 0,
    filter.maxPrice,
    search,
    sort,
  ]);
}

/** The part of a cursor that ties it to its listing. */
export function listingHash(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, listLength);
}

/** The cursor of a product in the listing with `mark`. */
export function writeCursor(mark: string, index: CatalogueIndex, place: number, isBySound: boolean): string {
  const key = [place, index.prices[place], index.products.id(place), ...(isBySound ? [1] : [])];
  const body = Buffer.from(JSON.stringify(key)).toString('base64url');
  return `${mark}${checksum(mark, body)}${body}`;
}

/**
 * Where a cursor stands in this index.
 *
 * @throws {CursorError} for a cursor of another listing, or one the gateway never made.
 */
export function readCursor(cursor: string, mark: string, index: CatalogueIndex, argument: string): Place {
  const cursorMark = cursor.slice(0, listLength);
  const body = cursor.slice(listLength + checkLength);
  const isOurs = cursor.slice(listLength, listLength + checkLength) === checksum(cursorMark, body);
  // The checksum finds slips of the pen; whoever means to can compute it, so the body is read with care.
  const read = bodyShape.safeParse(tryParseJson(Buffer.from(body, 'base64url').toString()));
  if (!isOurs || !read.success) {
    throw new CursorError(
      `The argument '${argument}' is not a cursor of this shop: use an 'endCursor' or 'startCursor' as it was given.`,
    );
  }
  if (cursorMark !== mark) {
    throw new CursorError(
      `The cursor in '${argument}' was made for another filter, search or sort: start that list anew without it.`,
    );
  }
  const [ordinal, price, id, bySound] = read.data;
  const now = index.placeOf.get(id);
  return { ordinal: now ?? ordinal - 0.5, price, isBySound: bySound === 1 };
}

function checksum(mark: string, body: string): string {
  return hash('sha256', `cursor ${mark} ${body}`, 'base64url').slice(0, checkLength);
}
