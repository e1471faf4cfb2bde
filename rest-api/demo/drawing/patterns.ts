import type { CategoryName } from '../categories-and-publishers.ts';
import { drawAround, drawDots, drawRectangle, element, formatNumber } from './markup.ts';
import { mixColors, type Palette } from './palettes.ts';

/** A repeating pattern, as on block-printed paper. */
export interface Pattern {
  readonly width: number;
  readonly height: number;
  readonly draw: (colors: {
    readonly line: string;
    readonly accent: string;
    readonly background: string;
  }) => string;
}

const scales: Pattern = {
  width: 80,
  height: 40,
  draw: ({ line, background }) =>
    // From top to bottom, since each scale covers those above it.
    [
      [0, 0],
      [80, 0],
      [40, 20],
      [-40, 20],
      [120, 20],
      [0, 40],
      [80, 40],
      [40, 60],
    ]
      .map(([x = 0, y = 0]) =>
        [38, 28, 18, 8]
          .map((r) =>
            element('circle', { cx: x, cy: y, r, fill: background, stroke: line, 'stroke-width': 2.4 }),
          )
          .join(''),
      )
      .join(''),
};

const leaves: Pattern = {
  width: 72,
  height: 96,
  draw: ({ line, accent }) =>
    drawSprig(18, 80, line, accent) +
    drawSprig(54, 32, line, accent) +
    drawSprig(54, 128, line, accent) +
    drawSprig(18, -16, line, accent),
};

const diamonds: Pattern = {
  width: 60,
  height: 84,
  draw: ({ line, accent }) =>
    element('path', { d: 'M30 0L60 42L30 84L0 42z', fill: 'none', stroke: line, 'stroke-width': 2.4 }) +
    element('path', { d: 'M30 18L47 42L30 66L13 42z', fill: line }) +
    element('path', { d: 'M30 32L37 42L30 52L23 42z', fill: accent }) +
    element('g', { fill: accent }, drawDots({ r: 5 }, [0, 0], [60, 0], [0, 84], [60, 84])),
};

const petals: Pattern = {
  width: 76,
  height: 76,
  draw: ({ line, accent }) =>
    element(
      'g',
      { fill: line },
      [
        element('path', {
          d: 'M0 0C26 2 36 12 38 38C12 36 2 26 0 0zM76 76C50 74 40 64 38 38C64 40 74 50 76 76z',
        }),
        element('path', {
          d: 'M76 0C74 26 64 36 38 38C40 12 50 2 76 0zM0 76C2 50 12 40 38 38C36 64 26 74 0 76z',
        }),
      ].join(''),
    ) + drawDots({ r: 5, fill: accent }, [38, 0], [0, 38], [76, 38], [38, 76]),
};

const steps: Pattern = {
  width: 96,
  height: 48,
  draw: ({ line, accent }) =>
    element('path', {
      d: 'M0 48V40H12V28H24V16H36V4H60V16H72V28H84V40H96V48',
      fill: 'none',
      stroke: line,
      'stroke-width': 3,
    }) +
    element('path', { d: 'M24 48V40H36V28H60V40H72V48', fill: 'none', stroke: line, 'stroke-width': 3 }) +
    element('circle', { cx: 48, cy: 42, r: 4, fill: accent }) +
    element('path', { d: 'M0 6l8 8l-8 8zM96 6l-8 8l8 8z', fill: accent }),
};

const jali: Pattern = {
  width: 88,
  height: 88,
  draw: ({ line, accent }) =>
    [
      [44, 44],
      [0, 0],
      [88, 0],
      [0, 88],
      [88, 88],
    ]
      .map(([x = 0, y = 0]) =>
        element(
          'g',
          { transform: `translate(${x} ${y})` },
          element('path', {
            d: 'M0-34L10-24H24V-10L34 0L24 10V24H10L0 34L-10 24H-24V10L-34 0L-24-10V-24H-10z',
            fill: 'none',
            stroke: line,
            'stroke-width': 2.6,
          }) +
            drawAround(8, (degrees) =>
              element('path', { transform: `rotate(${degrees})`, d: 'M0-4L4-13L0-20L-4-13z', fill: line }),
            ) +
            element('circle', { r: 3, fill: accent }),
        ),
      )
      .join(''),
};

const kolam: Pattern = {
  width: 64,
  height: 64,
  draw: ({ line, accent }) =>
    element('path', {
      d: 'M32 2C50 14 50 50 32 62C14 50 14 14 32 2zM2 32C14 14 50 14 62 32C50 50 14 50 2 32z',
      fill: 'none',
      stroke: line,
      'stroke-width': 2.6,
    }) +
    drawDots({ r: 2.6, fill: accent }, [32, 32], [32, 16], [32, 48], [16, 32], [48, 32]) +
    drawDots({ r: 4, fill: accent }, [0, 0], [64, 0], [0, 64], [64, 64]),
};

const pinwheels: Pattern = {
  width: 80,
  height: 80,
  draw: ({ line, accent }) => drawPinwheel(20, 20, line, accent) + drawPinwheel(60, 60, accent, line),
};

/** The covers of a category use its patterns in turn; a marketing post with its emblem uses only the first. */
export const patternsByCategory: Readonly<Record<CategoryName, readonly [Pattern, ...Pattern[]]>> = {
  Novels: [scales, petals, diamonds, leaves],
  Stories: [diamonds, leaves, petals],
  Poetry: [leaves, petals, scales],
  Drama: [diamonds, jali],
  'Epics & Classics': [jali, steps],
  "Saints' Literature": [kolam, petals],
  Philosophy: [kolam, petals],
  'History & Biography': [steps, jali],
  'Essays & Letters': [leaves, scales, kolam],
  'Science & Scholarship': [jali, steps],
  Children: [pinwheels],
  'Calendars & Almanacs': [kolam],
};

/** Defines a pattern whose colours are muted: mixed with the palette's background. Use it with `fill="url(#id)"`. */
export function definePattern(
  id: string,
  pattern: Pattern,
  { background, onBackground, accent }: Palette,
): string {
  const { width, height } = pattern;
  const base = drawRectangle(width, height, background);
  const drawn = pattern.draw({
    line: mixColors(background, onBackground, 0.36),
    accent: mixColors(background, accent, 0.78),
    background,
  });
  return element('pattern', { id, width, height, patternUnits: 'userSpaceOnUse' }, base + drawn);
}

function drawSprig(x: number, y: number, line: string, accent: string): string {
  const leaf = 'M0 0C-9-8-8-20 0-28C8-20 9-8 0 0z';
  return element(
    'g',
    { transform: `translate(${x} ${y})`, fill: line },
    [
      element('path', { d: 'M0 8V-44', stroke: line, 'stroke-width': 2.4 }),
      element('path', { d: leaf, transform: 'translate(0 2) rotate(-56)' }),
      element('path', { d: leaf, transform: 'translate(0 2) rotate(56)' }),
      element('path', { d: leaf, transform: 'translate(0-18) rotate(-42) scale(.75)' }),
      element('path', { d: leaf, transform: 'translate(0-18) rotate(42) scale(.75)' }),
      element('circle', { cy: -48, r: 4.5, fill: accent }),
    ].join(''),
  );
}

function drawPinwheel(x: number, y: number, color: string, otherColor: string): string {
  const vane = (degrees: number) =>
    element('path', {
      transform: `rotate(${formatNumber(degrees)})`,
      d: 'M0 0V-18H0L15-3z',
      fill: degrees % 180 === 0 ? color : otherColor,
    });
  return element(
    'g',
    { transform: `translate(${x} ${y})` },
    drawAround(4, vane) + element('circle', { r: 2.5, fill: color }),
  );
}
