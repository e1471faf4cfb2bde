import { categoryNames } from '../categories-and-publishers.ts';
import { choose } from '../hash.ts';
import { drawAround, element, formatNumber } from './markup.ts';
import { type Palette, palettesByCategory } from './palettes.ts';
import { Picture } from './picture.ts';
import { shapeLine } from './shape-text.ts';

const size = 400;

const honorifics = new Set(['संत', 'समर्थ', 'महात्मा', 'लोकमान्य', 'स्वामी', 'लाला', 'Swami']);

/** A consonant cluster with its vowel sign, as Devanagari initials are written (पु. ल.), or one letter. */
const firstSyllable =
  /^\p{L}\u093C?(?:\u094D\p{L}\u093C?)*[\u0900-\u0903\u093A\u093B\u093E-\u094C\u094E\u094F]*/u;

/** Draws an author's initials in an ornamental ring, in place of a portrait, for a circular frame. SVG, 400 by 400. */
export function drawMedallion(author: string): string {
  const { background, onBackground, accent } = choosePalette(author);
  const picture = new Picture(size, size);
  picture.fill(background);
  const border = choose(`border of ${author}`, [dots, leaves, ticks, diamonds]);
  picture.add(
    element(
      'g',
      { transform: 'translate(200 200)' },
      element('circle', { r: 172, fill: 'none', stroke: accent, 'stroke-width': 3 }) +
        border(onBackground, accent) +
        element('circle', { r: 126, fill: 'none', stroke: onBackground, 'stroke-width': 2 }),
    ),
  );
  const initials = shapeLine(getInitials(author).join(' '));
  // At most 206 px wide, to fit into the inner circle. `width` is in thousandths of the font size.
  const fontSize = Math.min(136, 206_000 / initials.width);
  picture.write(initials, fontSize, {
    x: size / 2,
    y: size / 2 + fontSize * 0.27,
    fill: onBackground,
    align: 'middle',
  });
  return picture.toString();
}

function choosePalette(author: string): Palette {
  const category = choose(`palette of ${author}`, categoryNames);
  return choose(author, palettesByCategory[category]);
}

type Border = (color: string, accent: string) => string;

const dots: Border = (color, accent) =>
  drawAround(36, (degrees, index) =>
    element('circle', {
      transform: `rotate(${formatNumber(degrees)})`,
      cy: -149,
      r: index % 3 === 0 ? 7 : 4,
      fill: index % 3 === 0 ? accent : color,
    }),
  );

const leaves: Border = (color, accent) =>
  drawAround(24, (degrees, index) =>
    element('path', {
      transform: `rotate(${formatNumber(degrees)})`,
      d: 'M-12-138C-8-152 4-158 14-160C10-146 0-138-12-138z',
      fill: index % 2 === 0 ? color : accent,
    }),
  );

const ticks: Border = (color, accent) =>
  drawAround(60, (degrees, index) =>
    element('path', {
      transform: `rotate(${formatNumber(degrees)})`,
      d: index % 5 === 0 ? 'M0-138V-162' : 'M0-144V-156',
      stroke: index % 5 === 0 ? accent : color,
      'stroke-width': index % 5 === 0 ? 5 : 2.5,
    }),
  );

const diamonds: Border = (color, accent) =>
  drawAround(20, (degrees, index) =>
    element('path', {
      transform: `rotate(${formatNumber(degrees)})`,
      d: 'M0-162L11-149L0-136L-11-149z',
      fill: index % 2 === 0 ? accent : 'none',
      stroke: index % 2 === 0 ? accent : color,
      'stroke-width': 2.5,
    }),
  );

/** An author's initials, such as सा and गु for साने गुरुजी. */
function getInitials(author: string): string[] {
  const names = author.split(/[\s.]+/).filter((name) => /^\p{L}/u.test(name));
  const withoutHonorifics = names.filter((name) => !honorifics.has(name));
  const firstAndLast =
    withoutHonorifics.length > 1 ? [withoutHonorifics[0], withoutHonorifics.at(-1)] : withoutHonorifics;
  return firstAndLast
    .map((name) => firstSyllable.exec(name ?? '')?.[0] ?? '')
    .filter((initial) => initial !== '');
}
