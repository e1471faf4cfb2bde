import { emblemByCategory } from '../emblems/emblems.ts';
import { fitText } from '../fit-text.ts';
import { element, place } from '../markup.ts';
import { coverWidth, type Layout, writePublisher } from './layout.ts';

/** A plain background with the title above a large emblem. */
export const panel: Layout = (picture, { title, author, publisher, category, palette }) => {
  const { background, onBackground, accent } = palette;
  const middle = coverWidth / 2;
  picture.fill(background);
  picture.add(element('path', { d: 'M28 28H572V872H28z', fill: 'none', stroke: accent, 'stroke-width': 2 }));
  const heading = fitText(title, { width: 470, height: 240, maxSize: 112, minSize: 30 });
  const end = picture.writeBlock(heading, {
    x: middle,
    y: 84 + (240 - heading.height) / 2,
    fill: onBackground,
    align: 'middle',
  });
  const name = fitText(author, { width: 440, height: 80, maxSize: 38, minSize: 24 });
  const nameEnd = picture.writeBlock(name, { x: middle, y: end + 20, fill: accent, align: 'middle' });
  const top = Math.max(nameEnd, 340);
  picture.add(
    place(
      middle,
      (top + 800) / 2,
      Math.min(2.05, (780 - top) / 232),
      emblemByCategory[category]({ line: onBackground, accent, background }),
    ),
  );
  writePublisher(picture, publisher, { x: middle, y: 842, fill: onBackground, align: 'middle' });
};
