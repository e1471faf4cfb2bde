/** The books one can look into: those whose first pages are in the public domain and set here. */
export const sampleTitles: readonly string[] = [
  'ज्ञानेश्वरी',
  'तुकाराम गाथा',
  'मनाचे श्लोक',
  'बीजक',
  'श्रीमद्भगवद्गीता',
  'मेघदूतम्',
  'Gitanjali',
  'Pride and Prejudice',
  'A Tale of Two Cities',
  'Moby-Dick; or, The Whale',
];
