/** A few pages of a book in the public domain, shown by the Demo button of the product. */
export interface Sample {
  /** The product's name. */
  readonly title: string;
  /** A description of the excerpt, in English. */
  readonly note: string;
  readonly sections: readonly SampleSection[];
}

export interface SampleSection {
  readonly heading: string;
  /** Verse keeps its line breaks. Prose has one line per paragraph, with italics between underscores. */
  readonly kind: 'prose' | 'verse';
  /** Paragraphs or stanzas, separated by blank lines. */
  readonly text: string;
}
