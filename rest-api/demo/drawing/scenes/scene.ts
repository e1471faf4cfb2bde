import type { Palette } from '../palettes.ts';

/** A landscape that fills a box from its upper left corner, the same for the same `random` numbers. */
export type Scene = (
  box: { readonly width: number; readonly height: number },
  palette: Palette,
  random: () => number,
) => string;
