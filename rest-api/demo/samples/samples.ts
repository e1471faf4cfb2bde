import { englishNovelSamples } from './english-novels.ts';
import { englishPoetrySamples } from './english-poetry.ts';
import { hindiSamples } from './hindi.ts';
import { marathiSamples } from './marathi.ts';
import type { Sample } from './sample.ts';
import { sanskritSamples } from './sanskrit.ts';

/** Every book that has a sample. */
export const samples: readonly Sample[] = [
  ...marathiSamples,
  ...hindiSamples,
  ...sanskritSamples,
  ...englishPoetrySamples,
  ...englishNovelSamples,
];
