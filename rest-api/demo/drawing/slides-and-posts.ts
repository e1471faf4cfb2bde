import type { CategoryName } from '../categories-and-publishers.ts';
import { cycle } from '../hash.ts';
import { emblemByCategory } from './emblems/emblems.ts';
import { fitText } from './fit-text.ts';
import { drawRectangle, drawRectangleAt, element, place } from './markup.ts';
import {
  clay,
  indigo,
  leaf,
  madder,
  type Palette,
  palettesByCategory,
  peacock,
  plum,
  slate,
  turmeric,
} from './palettes.ts';
import { definePattern, patternsByCategory } from './patterns.ts';
import { Picture } from './picture.ts';
import { createRandom } from './random.ts';
import { fields } from './scenes/fields.ts';
import { hills } from './scenes/hills.ts';
import { night } from './scenes/night.ts';
import { rain } from './scenes/rain.ts';
import type { Scene } from './scenes/scene.ts';
import { sea } from './scenes/sea.ts';
import { shelf } from './scenes/shelf.ts';

/** A scene, or a category's emblem on its pattern. */
type Subject =
  | { readonly scene: Scene; readonly palette: Palette }
  | { readonly emblemCategory: CategoryName };

type SlideScene = readonly [Scene, Palette];

const slideScenes: readonly [SlideScene, ...SlideScene[]] = [
  [hills, madder],
  [rain, plum],
  [night, indigo],
  [shelf, peacock],
];

const postSubjects: readonly [Subject, ...Subject[]] = [
  { scene: hills, palette: clay },
  { emblemCategory: "Saints' Literature" },
  { scene: rain, palette: slate },
  { scene: fields, palette: leaf },
  { emblemCategory: 'Children' },
  { emblemCategory: 'Drama' },
  { scene: sea, palette: indigo },
  { scene: shelf, palette: turmeric },
];

/**
 * Draws a slide of the carousel: a scene with the title on a label. The label is in the middle, so that the
 * carousel's heights of 160, 240 and 300 px do not crop it (requirements.md 2.3). SVG, 1600 by 500.
 */
export function drawSlide(id: number, title: string): string {
  const [scene, palette] = cycle(id - 1, slideScenes);
  const { paper, ink, accent, background } = palette;
  const picture = new Picture(1600, 500);
  addScene(picture, scene, palette, `slide ${id}`);
  const text = fitText(title, { width: 560, height: 150, maxSize: 66, minSize: 30 });
  const height = text.height + 76;
  const top = 250 - height / 2;
  picture.add(
    drawRectangleAt(470, top, 660, height, { fill: paper }),
    drawRectangleAt(481, top + 11, 638, height - 22, { fill: 'none', stroke: background, 'stroke-width': 3 }),
    drawRectangleAt(488, top + 18, 624, height - 36, { fill: 'none', stroke: accent, 'stroke-width': 1.5 }),
  );
  picture.writeBlock(text, { x: 800, y: top + 38, fill: ink, align: 'middle' });
  return picture.toString();
}

/** Draws the picture of a marketing post. The card shows the title below it. SVG, 800 by 500. */
export function drawPost(id: number): string {
  const subject = cycle(id - 1, postSubjects);
  const picture = new Picture(800, 500);
  if ('scene' in subject) {
    addScene(picture, subject.scene, subject.palette, `post ${id}`);
    return picture.toString();
  }
  const [palette] = palettesByCategory[subject.emblemCategory];
  const { background, onBackground, accent } = palette;
  picture.define(definePattern('p', patternsByCategory[subject.emblemCategory][0], palette));
  picture.fill('url(#p)');
  picture.add(
    element('circle', { cx: 400, cy: 250, r: 196, fill: background }),
    element('circle', { cx: 400, cy: 250, r: 184, fill: 'none', stroke: accent, 'stroke-width': 2.5 }),
    place(
      400,
      250,
      1.32,
      emblemByCategory[subject.emblemCategory]({ line: onBackground, accent, background }),
    ),
  );
  return picture.toString();
}

function addScene(picture: Picture, scene: Scene, palette: Palette, seed: string): void {
  const { width, height } = picture;
  picture.define(element('clipPath', { id: 'c' }, drawRectangle(width, height)));
  picture.add(
    element('g', { 'clip-path': 'url(#c)' }, scene({ width, height }, palette, createRandom(seed))),
  );
}
