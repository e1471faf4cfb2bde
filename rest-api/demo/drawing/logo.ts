import type { PublisherName } from '../categories-and-publishers.ts';
import { branch } from './emblems/branch.ts';
import type { Emblem } from './emblems/emblem.ts';
import { inkwell } from './emblems/inkwell.ts';
import { kite } from './emblems/kite.ts';
import { lamp } from './emblems/lamp.ts';
import { paisley } from './emblems/paisley.ts';
import { stepwell } from './emblems/stepwell.ts';
import { verandah } from './emblems/verandah.ts';
import { element, place } from './markup.ts';
import { clay, indigo, leaf, type Palette, plum, rose, slate, turmeric } from './palettes.ts';
import { Picture } from './picture.ts';
import { shapeLine } from './shape-text.ts';

const logoDesigns: Readonly<Record<PublisherName, readonly [Emblem, Palette]>> = {
  'Quiet Verandah Books': [verandah, clay],
  'Inkwell Hill Press': [inkwell, indigo],
  'Rain Letter Press': [paisley, plum],
  'Copper Lamp Editions': [lamp, turmeric],
  'Stepwell Library': [stepwell, slate],
  'Peepal Leaf Classics': [branch, leaf],
  'Kite String Books': [kite, rose],
};

/** Draws a publisher's logo: an emblem above the name, for a circular frame. SVG, 400 by 400. */
export function drawLogo(publisher: PublisherName): string {
  const [emblem, { background, onBackground, accent }] = logoDesigns[publisher];
  const picture = new Picture(400, 400);
  picture.fill(background);
  picture.add(
    element('circle', { cx: 200, cy: 200, r: 184, fill: 'none', stroke: accent, 'stroke-width': 3 }),
    place(200, 160, 0.96, emblem({ line: onBackground, accent, background })),
  );
  const words = publisher.toUpperCase().split(' ');
  const lines = [words.slice(0, -1).join(' '), words.slice(-1).join(' ')];
  for (const [index, line] of lines.entries()) {
    picture.write(shapeLine(line, 120), 23, {
      x: 200,
      y: 296 + index * 32,
      fill: onBackground,
      align: 'middle',
    });
  }
  return picture.toString();
}
