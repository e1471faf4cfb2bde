import type { CategoryName } from '../../categories-and-publishers.ts';
import { cycle } from '../../hash.ts';
import { Picture } from '../picture.ts';
import { arch } from './arch.ts';
import { frame } from './frame.ts';
import { label } from './label.ts';
import { type CoverContent, coverHeight, coverWidth, type Layout } from './layout.ts';
import { panel } from './panel.ts';
import { split } from './split.ts';

/**
 * Each category has at most three layouts, so that its books look like a series. A layout that is
 * listed twice is used twice as often.
 */
const layoutsByCategory: Readonly<Record<CategoryName, readonly [Layout, ...Layout[]]>> = {
  Novels: [split, label, split, panel],
  Stories: [panel, split, label],
  Poetry: [split, label, panel],
  Drama: [arch, panel, label],
  'Epics & Classics': [frame, arch],
  "Saints' Literature": [arch, frame, panel],
  Philosophy: [panel, frame],
  'History & Biography': [frame, split, panel],
  'Essays & Letters': [label, split, panel],
  'Science & Scholarship': [frame, panel],
  Children: [panel, split, label],
  'Calendars & Almanacs': [panel],
};

/** Draws the front cover of a book, always the same for the same book. SVG, 600 by 900. */
export function drawCover(content: CoverContent): string {
  const picture = new Picture(coverWidth, coverHeight);
  cycle(content.position, layoutsByCategory[content.category])(picture, content);
  return picture.toString();
}
