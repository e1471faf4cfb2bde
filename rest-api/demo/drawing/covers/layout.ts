import type { CategoryName } from '../../categories-and-publishers.ts';
import type { Palette } from '../palettes.ts';
import type { Picture, TextPosition } from '../picture.ts';
import { shapeLine } from '../shape-text.ts';

export const coverWidth = 600;
export const coverHeight = 900;

/** The texts of a cover, and what determines its design. */
export interface CoverContent {
  readonly title: string;
  readonly author: string;
  readonly publisher: string;
  readonly category: CategoryName;
  readonly description: string | null;
  readonly palette: Palette;
  /** The position of the book in its category. It varies the design, so that neighbouring books look different. */
  readonly position: number;
}

/** Draws a front cover on an empty picture of `coverWidth` by `coverHeight`. */
export type Layout = (picture: Picture, content: CoverContent) => void;

/** Writes the publisher's name in capitals, small and widely spaced. */
export function writePublisher(picture: Picture, publisher: string, position: TextPosition): void {
  picture.write(shapeLine(publisher.toUpperCase(), 160), 17, position);
}
