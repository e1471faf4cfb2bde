import { cycle } from '../../hash.ts';
import { fitText } from '../fit-text.ts';
import { drawRectangle, element } from '../markup.ts';
import { mixColors } from '../palettes.ts';
import { createRandom } from '../random.ts';
import { scenesByCategory } from '../scenes/scenes.ts';
import { coverHeight, coverWidth, type Layout, writePublisher } from './layout.ts';

const landscapeTop = 430;

/** The title on paper, a landscape below. */
export const split: Layout = (picture, { title, author, publisher, category, palette, position }) => {
  const { background, paper, ink, accent } = palette;
  picture.fill(paper);
  const heading = fitText(title, { width: 490, height: 260, maxSize: 112, minSize: 28 });
  const name = fitText(author, { width: 490, height: 70, maxSize: 38, minSize: 24 });
  const top = (landscapeTop - heading.height - name.height - 26) / 2 + 4;
  const end = picture.writeBlock(heading, { x: 55, y: top, fill: ink });
  picture.writeBlock(name, { x: 55, y: end + 18, fill: mixColors(ink, background, 0.25) });
  const scene = cycle(position, scenesByCategory[category]);
  picture.define(element('clipPath', { id: 'c' }, drawRectangle(coverWidth, coverHeight - landscapeTop)));
  picture.add(
    element(
      'g',
      { transform: `translate(0 ${landscapeTop})`, 'clip-path': 'url(#c)' },
      scene({ width: coverWidth, height: coverHeight - landscapeTop }, palette, createRandom(title)),
    ),
    element('path', { d: `M0 ${landscapeTop}H${coverWidth}`, stroke: accent, 'stroke-width': 5 }),
  );
  writePublisher(picture, publisher, { x: 55, y: 862, fill: palette.onBackground });
};
