import type { CategoryName } from '../categories-and-publishers.ts';

/** The colours of one picture, as #rrggbb. */
export interface Palette {
  /** The coloured background of the picture, as opposed to `paper`. */
  readonly background: string;
  /** Text and lines on the background. */
  readonly onBackground: string;
  readonly paper: string;
  /** Text and lines on paper. */
  readonly ink: string;
  readonly accent: string;
}

export const indigo = createPalette('#27365a', '#f3ead8', '#f4ecdb', '#1d2740', '#d9a23b');
export const madder = createPalette('#86322b', '#f8ecda', '#f7eddc', '#531d19', '#e0b15a');
export const peacock = createPalette('#1f575c', '#f2ecdc', '#f3eddd', '#133b3f', '#e3a65b');
export const leaf = createPalette('#46583a', '#f3eedd', '#f3eedd', '#29351f', '#dcae52');
export const clay = createPalette('#a9573a', '#fbf0e0', '#f8eedf', '#582a1b', '#f3cd88');
export const plum = createPalette('#4f2d4a', '#f5ebe0', '#f5ece1', '#371e34', '#dba564');
export const turmeric = createPalette('#dba945', '#43290d', '#fbf3e0', '#4d3310', '#86322b');
export const slate = createPalette('#475863', '#f1eee6', '#f2efe7', '#27323a', '#dba864');
const night = createPalette('#1f2633', '#efe8da', '#f0e9dc', '#1f2633', '#cda862');
const sand = createPalette('#dccaa6', '#4a3218', '#faf4e6', '#4a3218', '#98492c');
export const rose = createPalette('#d3a497', '#471f1c', '#f9efe8', '#4b2320', '#7c3034');

/**
 * Each category has its own selection of palettes, so that its books look like a series. The number of its
 * palettes and the number of its entries in `layoutsByCategory` are coprime, so that each layout can occur with each
 * palette.
 */
export const palettesByCategory: Readonly<Record<CategoryName, readonly [Palette, ...Palette[]]>> = {
  Novels: [indigo, madder, peacock, clay, slate, leaf, plum],
  Stories: [clay, sand, leaf, indigo],
  Poetry: [plum, rose, peacock, slate, sand],
  Drama: [madder, night, turmeric, plum],
  'Epics & Classics': [turmeric, indigo, madder],
  "Saints' Literature": [turmeric, clay, madder, leaf],
  Philosophy: [night, peacock, sand],
  'History & Biography': [slate, leaf, madder, indigo],
  'Essays & Letters': [peacock, sand, plum, slate],
  'Science & Scholarship': [night, indigo, slate],
  Children: [turmeric, leaf, rose, peacock],
  'Calendars & Almanacs': [sand],
};

/** Mixes two colours; `share` (0 to 1) is the proportion of the second. */
export function mixColors(from: string, to: string, share: number): string {
  const mixChannel = (start: number) => {
    const a = Number.parseInt(from.slice(start, start + 2), 16);
    const b = Number.parseInt(to.slice(start, start + 2), 16);
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${mixChannel(1)}${mixChannel(3)}${mixChannel(5)}`;
}

function createPalette(
  background: string,
  onBackground: string,
  paper: string,
  ink: string,
  accent: string,
): Palette {
  return { background, onBackground, paper, ink, accent };
}
