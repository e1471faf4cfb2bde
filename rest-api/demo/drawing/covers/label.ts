import { cycle } from '../../hash.ts';
import { fitText } from '../fit-text.ts';
import { drawRectangleAt, element } from '../markup.ts';
import { definePattern, patternsByCategory } from '../patterns.ts';
import { coverHeight, coverWidth, type Layout, writePublisher } from './layout.ts';

/** A pattern all over, with a label for title and author. */
export const label: Layout = (picture, { title, author, publisher, category, palette, position }) => {
  const { background, paper, ink, accent } = palette;
  const middle = coverWidth / 2;
  picture.define(definePattern('p', cycle(position, patternsByCategory[category]), palette));
  picture.fill('url(#p)');
  const titleText = fitText(title, { width: 384, height: 300, maxSize: 84, minSize: 24 });
  const authorText = fitText(author, { width: 384, height: 76, maxSize: 32, minSize: 22 });
  const height = titleText.height + authorText.height + 128;
  const top = Math.max(110, 300 - height / 2);
  picture.add(
    drawRectangleAt(65, top, 470, height, { fill: paper }),
    drawRectangleAt(77, top + 12, 446, height - 24, { fill: 'none', stroke: background, 'stroke-width': 3 }),
    drawRectangleAt(84, top + 19, 432, height - 38, { fill: 'none', stroke: accent, 'stroke-width': 1.5 }),
  );
  const end = picture.writeBlock(titleText, { x: middle, y: top + 44, fill: ink, align: 'middle' });
  picture.add(element('path', { d: `M${middle - 9} ${Math.round(end + 20)}l9-9l9 9l-9 9z`, fill: accent }));
  picture.writeBlock(authorText, { x: middle, y: end + 38, fill: ink, align: 'middle' });
  picture.add(
    element('path', { d: `M0 ${coverHeight - 84}H${coverWidth}V${coverHeight}H0z`, fill: background }),
  );
  picture.add(
    element('path', { d: `M0 ${coverHeight - 84}H${coverWidth}`, stroke: accent, 'stroke-width': 3 }),
  );
  writePublisher(picture, publisher, {
    x: middle,
    y: coverHeight - 37,
    fill: palette.onBackground,
    align: 'middle',
  });
};
