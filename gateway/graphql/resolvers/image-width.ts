import type { InputMaybe } from '../../generated/resolvers.ts';
import { type ImageWidth, imageWidthFor, maxImageWidth } from '../../images/image-variants.ts';
import { badInput } from '../errors.ts';

/**
 * The width a picture is to have, of those the shop makes; null when none was asked for.
 *
 * @throws {GraphQLError} `BAD_USER_INPUT` for a number outside 1 to 1920.
 */
export function parseImageWidth(asked: InputMaybe<number> | undefined): ImageWidth | null {
  if (asked === null || asked === undefined) return null;
  const width = imageWidthFor(asked);
  if (width === null)
    throw badInput(`The argument 'width' is ${asked}: it must be from 1 to ${maxImageWidth}.`);
  return width;
}
