/** The first pages of a book in the public domain, which the Demo button shows. */
export interface Sample {
  /** The product's name. */
  readonly title: string;
  /** A note on the excerpt and its source, in English. */
  readonly note: string;
  readonly sections: readonly SampleSection[];
}

export interface SampleSection {
  readonly heading: string;
  /** Prose is wrapped (_this_ is italic); verse keeps its lines. Blank lines separate paragraphs and stanzas. */
  readonly kind: 'prose' | 'verse';
  readonly text: string;
}
