import type { CategoryName } from '../../categories-and-publishers.ts';
import { branch } from './branch.ts';
import { dance } from './dance.ts';
import type { Emblem } from './emblem.ts';
import { fan } from './fan.ts';
import { fort } from './fort.ts';
import { kite } from './kite.ts';
import { lamp } from './lamp.ts';
import { lotus } from './lotus.ts';
import { moons } from './moons.ts';
import { paisley } from './paisley.ts';
import { star } from './star.ts';
import { sunrise } from './sunrise.ts';
import { wheel } from './wheel.ts';

/** The emblem of each category, on covers, category pictures and posts. */
export const emblemByCategory: Readonly<Record<CategoryName, Emblem>> = {
  Novels: sunrise,
  Stories: dance,
  Poetry: branch,
  Drama: fan,
  'Epics & Classics': wheel,
  "Saints' Literature": lamp,
  Philosophy: lotus,
  'History & Biography': fort,
  'Essays & Letters': paisley,
  'Science & Scholarship': star,
  Children: kite,
  'Calendars & Almanacs': moons,
};
