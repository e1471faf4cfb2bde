import { emblemByCategory } from '../emblems/emblems.ts';
import { fitText } from '../fit-text.ts';
import { element, place } from '../markup.ts';
import { coverWidth, type Layout, writePublisher } from './layout.ts';

/** Paper in a ruled frame on a plain background, like an old edition. */
export const frame: Layout = (picture, { title, author, publisher, category, palette }) => {
  const { background, paper, ink, accent } = palette;
  const middle = coverWidth / 2;
  picture.fill(background);
  picture.add(
    element('path', { d: 'M44 44H556V856H44z', fill: paper }),
    element('path', { d: steppedFrame, fill: 'none', stroke: background, 'stroke-width': 4 }),
    element('path', { d: 'M20 20H580V880H20z', fill: 'none', stroke: accent, 'stroke-width': 2 }),
  );
  const emblem = emblemByCategory[category]({ line: background, accent, background: paper });
  picture.add(place(middle, 206, 0.82, emblem));
  const heading = fitText(title, { width: 420, height: 290, maxSize: 100, minSize: 26 });
  const name = fitText(author, { width: 400, height: 76, maxSize: 38, minSize: 22 });
  const top = 308 + (390 - heading.height - name.height - 54) / 2;
  const end = picture.writeBlock(heading, { x: middle, y: top, fill: ink, align: 'middle' });
  picture.add(
    element('path', {
      d: `M${middle - 70} ${Math.round(end + 26)}h52M${middle + 18} ${Math.round(end + 26)}h52`,
      stroke: accent,
      'stroke-width': 2,
    }),
    element('circle', { cx: middle, cy: Math.round(end + 26), r: 5, fill: accent }),
  );
  picture.writeBlock(name, { x: middle, y: end + 50, fill: ink, align: 'middle' });
  writePublisher(picture, publisher, { x: middle, y: 796, fill: ink, align: 'middle' });
};

/** A frame with stepped corners. */
const steppedFrame = 'M92 62H508V92H538V808H508V838H92V808H62V92H92z';
