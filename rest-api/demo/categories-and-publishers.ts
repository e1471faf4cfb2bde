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

/** The names of the categories in Marathi and Hindi. */
export const categoryTranslations: Readonly<
  Record<CategoryName, { readonly mr: string; readonly hi: string }>
> = {
  Novels: { mr: 'कादंबऱ्या', hi: 'उपन्यास' },
  Stories: { mr: 'कथा', hi: 'कहानियाँ' },
  Poetry: { mr: 'कविता', hi: 'कविता' },
  Drama: { mr: 'नाटके', hi: 'नाटक' },
  'Epics & Classics': { mr: 'महाकाव्ये आणि अभिजात साहित्य', hi: 'महाकाव्य और कालजयी साहित्य' },
  "Saints' Literature": { mr: 'संतसाहित्य', hi: 'संत साहित्य' },
  Philosophy: { mr: 'तत्त्वज्ञान', hi: 'दर्शन' },
  'History & Biography': { mr: 'इतिहास आणि चरित्रे', hi: 'इतिहास और जीवनी' },
  'Essays & Letters': { mr: 'ललित लेख आणि पत्रे', hi: 'निबंध और पत्र' },
  'Science & Scholarship': { mr: 'विज्ञान आणि ज्ञानग्रंथ', hi: 'विज्ञान और शास्त्र' },
  Children: { mr: 'बालसाहित्य', hi: 'बाल साहित्य' },
  'Calendars & Almanacs': { mr: 'दिनदर्शिका आणि पंचांगे', hi: 'कैलेंडर और पंचांग' },
};

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
