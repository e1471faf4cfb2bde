import { emblemByCategory } from '../emblems/emblems.ts';
import { fitText } from '../fit-text.ts';
import { element, place } from '../markup.ts';
import { coverWidth, type Layout, writePublisher } from './layout.ts';

const niche =
  'M120 500V250C120 196 160 190 176 160C196 118 236 124 262 96C278 80 290 74 300 56C310 74 322 80 338 96C364 124 404 118 424 160C440 190 480 196 480 250V500z';

/** A niche with the emblem, and the title below it. */
export const arch: Layout = (picture, { title, author, publisher, category, palette }) => {
  const { background, onBackground, paper, ink, accent } = palette;
  const middle = coverWidth / 2;
  picture.fill(paper);
  picture.add(
    element('path', { d: 'M24 24H576V876H24z', fill: 'none', stroke: background, 'stroke-width': 6 }),
    element('path', { d: 'M36 36H564V864H36z', fill: 'none', stroke: accent, 'stroke-width': 1.5 }),
    element('path', { d: niche, fill: background }),
    element('path', {
      d: niche,
      fill: 'none',
      stroke: accent,
      'stroke-width': 3,
      transform: 'translate(18 18) scale(.94)',
    }),
    place(middle, 326, 1.28, emblemByCategory[category]({ line: onBackground, accent, background })),
  );
  const heading = fitText(title, { width: 460, height: 196, maxSize: 96, minSize: 26 });
  const name = fitText(author, { width: 440, height: 70, maxSize: 36, minSize: 22 });
  const top = 522 + (296 - heading.height - name.height - 16) / 2;
  const end = picture.writeBlock(heading, { x: middle, y: top, fill: ink, align: 'middle' });
  picture.writeBlock(name, { x: middle, y: end + 14, fill: ink, align: 'middle' });
  writePublisher(picture, publisher, { x: middle, y: 842, fill: ink, align: 'middle' });
};
