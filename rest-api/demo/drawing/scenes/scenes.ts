import type { CategoryName } from '../../categories-and-publishers.ts';
import { fields } from './fields.ts';
import { hills } from './hills.ts';
import { night } from './night.ts';
import { rain } from './rain.ts';
import type { Scene } from './scene.ts';
import { sea } from './sea.ts';

/** The scenes on the covers of each category's books. */
export const scenesByCategory: Readonly<Record<CategoryName, readonly [Scene, ...Scene[]]>> = {
  Novels: [hills, sea, fields, rain, night],
  Stories: [fields, hills, night],
  Poetry: [rain, night, sea],
  Drama: [night, hills],
  'Epics & Classics': [hills, sea],
  "Saints' Literature": [fields, sea],
  Philosophy: [night, sea],
  'History & Biography': [hills, sea, fields],
  'Essays & Letters': [fields, rain, hills],
  'Science & Scholarship': [night],
  Children: [hills, fields, sea],
  'Calendars & Almanacs': [night],
};
