import type { CategoryName } from '../../trade.ts';
import type { Palette } from '../palettes.ts';
import type { Picture } from '../picture.ts';

export const coverWidth = 600;
export const coverHeight = 900;

/** What stands on a cover, and in which colours. */
export interface Book {
  readonly title: string;
  readonly author: string;
  readonly publisher: string;
  readonly category: CategoryName;
  readonly description: string | null;
  readonly palette: Palette;
}

/** Draws a front cover on an empty picture of `coverWidth` by `coverHeight`. */
export type Layout = (picture: Picture, book: Book) => void;
