/** The purposes of an enquiry: to ask about the book, to hear when it is back in stock, or to order it. */
const enquiryTopics = ['ask', 'back', 'order'] as const;

export type EnquiryTopic = (typeof enquiryTopics)[number];

/** The fields of `CreateContactInput` that describe a book. */
export const bookFields = ['productName', 'author', 'publisher', 'language'] as const;

type BookField = (typeof bookFields)[number];

/** An enquiry about a book, as the URL of the contact page encodes it. */
export interface BookEnquiry {
  topic: EnquiryTopic;
  book: Readonly<Record<BookField, string>>;
}

/** The gateway rejects longer texts. */
export const maxBookFieldCharacters = 800;

/** The path of the contact page for an enquiry about a book. */
export function buildEnquiryPath(
  topic: EnquiryTopic,
  book: Partial<Record<BookField, string | undefined>>,
): string {
  const parameters = new URLSearchParams({ topic });
  for (const field of bookFields) {
    const value = book[field] ?? '';
    if (value !== '') parameters.set(field, value.slice(0, maxBookFieldCharacters));
  }
  return `/contactus?${parameters}`;
}

/** Parses the query of the contact page; undefined for an enquiry that is not about a book. */
export function parseEnquiry(parameters: URLSearchParams): BookEnquiry | undefined {
  const topic = enquiryTopics.find((name) => name === parameters.get('topic'));
  if (topic === undefined) return undefined;
  const read = (field: BookField) => (parameters.get(field) ?? '').trim().slice(0, maxBookFieldCharacters);
  return {
    topic,
    book: {
      productName: read('productName'),
      author: read('author'),
      publisher: read('publisher'),
      language: read('language'),
    },
  };
}
