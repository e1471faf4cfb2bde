/** The first pages of a book in the public domain, for its Demo button. */
export interface Sample {
  /** The product's name. */
  readonly title: string;
  /** What is shown and where it comes from, in English. */
  readonly note: string;
  readonly sections: readonly SampleSection[];
}

export interface SampleSection {
  readonly heading: string;
  /** Prose runs on in paragraphs (_so_ is slanted); verse keeps its lines. Blank lines part paragraphs and stanzas. */
  readonly kind: 'prose' | 'verse';
  readonly text: string;
}
