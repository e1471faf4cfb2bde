import { englishNovelSamples } from './english-novels.ts';
import { englishPoetrySamples } from './english-poetry.ts';
import { hindiSamples } from './hindi.ts';
import { marathiSamples } from './marathi.ts';
import type { Sample } from './sample.ts';
import { sanskritSamples } from './sanskrit.ts';

/** The samples of all demo books that have one. */
export const samples: readonly Sample[] = [
  ...marathiSamples,
  ...hindiSamples,
  ...sanskritSamples,
  ...englishPoetrySamples,
  ...englishNovelSamples,
];
