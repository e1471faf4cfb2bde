import type { CategoryName } from '../categories-and-publishers.ts';
import { emblemByCategory } from './emblems/emblems.ts';
import { element, place } from './markup.ts';
import { palettesByCategory } from './palettes.ts';
import { Picture } from './picture.ts';

/** Draws the picture of a category: its emblem. The page shows the name next to it. SVG, 480 by 480. */
export function drawCategoryPicture(category: CategoryName): string {
  const [{ background, onBackground, accent }] = palettesByCategory[category];
  const picture = new Picture(480, 480);
  picture.fill(background);
  picture.add(
    element('path', { d: 'M22 22H458V458H22z', fill: 'none', stroke: accent, 'stroke-width': 2 }),
    place(240, 240, 1.62, emblemByCategory[category]({ line: onBackground, accent, background })),
  );
  return picture.toString();
}
