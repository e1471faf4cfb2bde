/** The shelves of the demo shop. The last one holds no book, so that an empty category can be met. */
export const categoryNames = [
  'Novels',
  'Stories',
  'Poetry',
  'Drama',
  'Epics & Classics',
  "Saints' Literature",
  'Philosophy',
  'History & Biography',
  'Essays & Letters',
  'Science & Scholarship',
  'Children',
  'Calendars & Almanacs',
] as const;

export type CategoryName = (typeof categoryNames)[number];

/** Whether a text names a shelf of the shop. */
export function isCategoryName(text: string): text is CategoryName {
  return categoryNames.some((name) => name === text);
}

/** Invented imprints: the demo sells no real publisher's edition. */
export const publisherNames = [
  'Quiet Verandah Books',
  'Inkwell Hill Press',
  'Rain Letter Press',
  'Copper Lamp Editions',
  'Stepwell Library',
  'Peepal Leaf Classics',
  'Kite String Books',
] as const;

export type PublisherName = (typeof publisherNames)[number];

/** Which imprints publish what. */
export const imprintsOfCategory: Readonly<
  Record<CategoryName, readonly [PublisherName, ...PublisherName[]]>
> = {
  Novels: ['Quiet Verandah Books', 'Inkwell Hill Press'],
  Stories: ['Quiet Verandah Books', 'Rain Letter Press'],
  Poetry: ['Rain Letter Press'],
  Drama: ['Inkwell Hill Press', 'Rain Letter Press'],
  'Epics & Classics': ['Stepwell Library', 'Peepal Leaf Classics'],
  "Saints' Literature": ['Copper Lamp Editions'],
  Philosophy: ['Copper Lamp Editions', 'Peepal Leaf Classics'],
  'History & Biography': ['Stepwell Library'],
  'Essays & Letters': ['Inkwell Hill Press', 'Peepal Leaf Classics'],
  'Science & Scholarship': ['Stepwell Library'],
  Children: ['Kite String Books'],
  'Calendars & Almanacs': ['Kite String Books'],
};

/** Whether a text names an imprint of the shop. */
export function isPublisherName(text: string): text is PublisherName {
  return publisherNames.some((name) => name === text);
}
