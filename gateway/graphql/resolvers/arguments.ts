import type { SortOrder } from '../../catalogue/product-sort-orders.ts';
import { foldSearch } from '../../catalogue/search/fold.ts';
import { maxSearchCharacters } from '../../catalogue/search/search-text.ts';
import type { Refusal, UserError } from '../../domain/user-errors.ts';
import type { InputMaybe, ProductSort } from '../../generated/resolvers.ts';
import { chooseImageWidth, type ImageWidth, imageWidths } from '../../images/image-variants.ts';
import { createClientError } from '../errors.ts';

/** Checks the number of requested items. @throws {GraphQLError} `BAD_USER_INPUT` unless it is from 1 to `max`. */
export function parseCount(max: number, count: number, argument = 'first'): number {
  if (count >= 1 && count <= max) return count;
  throw createClientError(`The argument '${argument}' is ${count}: it must be from 1 to ${max}.`);
}

/** Checks the length of a list. @throws {GraphQLError} `BAD_USER_INPUT` if it is longer than `max`. */
export function checkListLength(
  values: readonly unknown[],
  max: number,
  argument: string,
  itemNoun = argument,
): void {
  if (values.length <= max) return;
  throw createClientError(
    `The argument '${argument}' has ${values.length} ${itemNoun}: at most ${max} are allowed.`,
  );
}

/** The order of a listing. Without a sort, the best matches of its search come first. */
export function toSortOrder(sort: InputMaybe<ProductSort> | undefined): SortOrder {
  return sort == null || sort === 'RELEVANCE' ? 'none' : sort;
}

/** Normalizes a search text. @throws {GraphQLError} `BAD_USER_INPUT` if it is too long. */
export function parseSearchText(text: InputMaybe<string> | undefined, argument: string): string {
  if ((text ?? '').length > maxSearchCharacters) {
    throw createClientError(
      `The argument '${argument}' has ${text?.length} characters: at most ${maxSearchCharacters} are allowed.`,
    );
  }
  return foldSearch(text);
}

/**
 * Chooses the image width to serve for a requested width: the smallest of the shop's widths that is at least as large;
 * null if none is requested.
 *
 * @throws {GraphQLError} `BAD_USER_INPUT` for a number outside the range 1 to 1920.
 */
export function roundUpImageWidth(requested: InputMaybe<number> | undefined): ImageWidth | null {
  if (requested === null || requested === undefined) return null;
  const width = chooseImageWidth(requested);
  if (width === null)
    throw createClientError(
      `The argument 'width' is ${requested}: it must be from 1 to ${imageWidths.at(-1)}.`,
    );
  return width;
}

/** The `userErrors` of a payload. */
export function getUserErrors<Code extends string>(
  result: Refusal<Code> | { kind: string; userErrors?: never },
): UserError<Code>[] {
  return result.userErrors ?? [];
}
