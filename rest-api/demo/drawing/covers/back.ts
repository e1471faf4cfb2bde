import { cycle } from '../../hash.ts';
import { emblemByCategory } from '../emblems/emblems.ts';
import { fitText } from '../fit-text.ts';
import { drawRectangle, element, place } from '../markup.ts';
import { mixColors } from '../palettes.ts';
import { definePattern, patternsByCategory } from '../patterns.ts';
import { Picture } from '../picture.ts';
import { type CoverContent, coverHeight, coverWidth, writePublisher } from './layout.ts';

/** Draws the back cover of a book, with title, author, publisher and, if there is one, description. SVG, 600 by 900. */
export function drawBackCover({
  title,
  author,
  publisher,
  category,
  description,
  palette,
  position,
}: CoverContent): string {
  const { background, onBackground, paper, ink, accent } = palette;
  const picture = new Picture(coverWidth, coverHeight);
  picture.define(definePattern('p', cycle(position, patternsByCategory[category]), palette));
  picture.fill(paper);
  picture.add(drawRectangle(coverWidth, 120, 'url(#p)'));
  picture.add(element('path', { d: 'M0 120H600', stroke: accent, 'stroke-width': 4 }));
  const heading = fitText(title, { width: 480, height: 130, maxSize: 44, minSize: 22 });
  const end = picture.writeBlock(heading, { x: 60, y: 172, fill: ink });
  const name = fitText(author, { width: 480, height: 60, maxSize: 26, minSize: 18 });
  const nameEnd = picture.writeBlock(name, { x: 60, y: end + 8, fill: mixColors(ink, background, 0.25) });
  if (description !== null) {
    const blurb = fitText(description, { width: 480, height: 280, maxSize: 28, minSize: 20 });
    picture.writeBlock({ ...blurb, leading: blurb.size * 1.45 }, { x: 60, y: nameEnd + 34, fill: ink });
  }
  picture.add(
    element('path', { d: 'M0 800H600V900H0z', fill: background }),
    place(
      94,
      738,
      0.42,
      emblemByCategory[category]({
        line: background,
        accent: mixColors(background, accent, 0.6),
        background: paper,
      }),
    ),
  );
  writePublisher(picture, publisher, { x: 60, y: 856, fill: onBackground });
  return picture.toString();
}
