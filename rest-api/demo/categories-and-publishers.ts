/** The categories of the demo shop. The last one is empty, to show what an empty category looks like. */
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

/** Whether a string is the name of a demo category. */
export function isCategoryName(text: string): text is CategoryName {
  return categoryNames.some((name) => name === text);
}

/** Invented publishers: the demo sells no edition of a real one. */
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

/** The publishers of each category. */
export const publishersByCategory: Readonly<
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

/** Whether a string is the name of a demo publisher. */
export function isPublisherName(text: string): text is PublisherName {
  return publisherNames.some((name) => name === text);
}
