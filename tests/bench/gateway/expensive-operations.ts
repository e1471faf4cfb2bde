/** A kind of operation that may keep the gateway busy for long. */
export interface OperationKind {
  name: string;
  /** The largest size worth trying. The limits of operations usually permit less. */
  maxSize: number;
  /**
   * Writes the operation of a size.
   *
   * @param unique a number that no other operation contains, so that no cache has its result.
   */
  write(size: number, unique: number): string;
}

const maxRootFields = 20;
const maxPageSize = 100;

/** A selling price that differs for each operation, and for each field of it. */
function price(unique: number, field = 0): string {
  return (100 + (unique % 300) + field * 7 + (unique % 89) / 100).toFixed(2);
}

/** Repeats a field under different aliases. */
function repeat(count: number, writeField: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => `f${at}: ${writeField(at)}`).join(' ');
}

/** Distributes entries over pages of at most 100, each a root field. */
function pages(entries: number, writeField: (pageSize: number, at: number) => string): string {
  return repeat(Math.ceil(entries / maxPageSize), (at) =>
    writeField(Math.min(maxPageSize, entries - at * maxPageSize), at),
  );
}

const sorts = ['PRICE_LOW_TO_HIGH', 'PRICE_HIGH_TO_LOW'];
const maxEntries = maxRootFields * maxPageSize;
const allFields =
  'id name price mrp discountPercent available status remainingQuantity thumbnail images pdf isbn description author { name } category { name }';
const allFacets = (first: number, contains: string) =>
  ['categories', 'languages', 'publishers', 'authors']
    .map((field) => `${field}(first: ${first}, contains: "${contains}") { value count }`)
    .join(' ');
/** The longest search text: 200 characters. */
const longText = (unique: number, text: string) => `${unique % 10_000} ${text.repeat(100)}`.slice(0, 200);
const names = (kind: string, count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, at) => `${kind} ${at}`));

/**
 * The kinds of operations among which the benchmark searches the slowest: they scan, sort, intersect, search, or make
 * the parser, the validation or the execution work hard.
 */
export const operationKinds: readonly OperationKind[] = [
  {
    name: 'sorted products of all authors',
    maxSize: 1,
    write: (_, unique) => `{ authors { products(first: 1, sort: ${sorts[unique % 2]}) { totalCount } } }`,
  },
  ...['author', 'publisher', 'category'].map((kind) => ({
    name: `sorted products of ${kind} pages`,
    maxSize: maxEntries,
    write: (size: number, unique: number) =>
      `{ ${pages(size, (first, at) => `${kind}Connection(first: ${first}) { nodes { products(first: 1, sort: ${sorts[(unique + at) % 2]}) { totalCount nodes { id } } } }`)} }`,
  })),
  {
    name: 'sorted products of the authors of products',
    maxSize: maxEntries,
    write: (size, unique) =>
      `{ ${pages(size, (first, at) => `products(first: ${first}, filter: { minPrice: ${price(unique, at)} }) { nodes { author { products(first: 1, sort: PRICE_LOW_TO_HIGH) { totalCount } } category { products(first: 1, sort: PRICE_HIGH_TO_LOW) { totalCount } } } }`)} }`,
  },
  ...['', 'sort: PRICE_LOW_TO_HIGH, '].map((sort) => ({
    name: `new price ranges${sort === '' ? '' : ', sorted'}`,
    maxSize: maxRootFields,
    write: (size: number, unique: number) =>
      `{ ${repeat(size, (at) => `products(${sort}first: 1, filter: { minPrice: ${price(unique, at)}, maxPrice: ${900 + (unique % 97)} }) { totalCount }`)} }`,
  })),
  {
    name: 'new price ranges of many authors, publishers and categories',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `query ($authors: [String!] = ${names('Author', 100)}, $publishers: [String!] = ${names('Publisher', 100)}, $categories: [String!] = ${names('Category', 40)}) { ${repeat(size, (at) => `products(sort: PRICE_LOW_TO_HIGH, first: 1, filter: { authors: $authors, publishers: $publishers, categories: $categories, minPrice: ${price(unique, at)} }) { totalCount }`)} }`,
  },
  {
    name: 'facets of new price ranges',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `{ ${repeat(size, (at) => `products(first: 1, filter: { minPrice: ${price(unique, at)} }) { facets { ${allFacets(100, String((unique + at) % 10))} authorCount } }`)} }`,
  },
  {
    name: 'all facets of new price ranges',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `{ ${repeat(size, (at) => `products(first: 1, filter: { minPrice: ${price(unique, at)} }) { facets { authors { value count selected } publishers { value count selected } } }`)} }`,
  },
  {
    name: 'facets of searches',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `{ ${repeat(size, (at) => `products(first: 1, search: "volume ${(unique + at) % 10}", filter: { minPrice: ${price(unique, at)} }) { facets { ${allFacets(100, 'o')} } }`)} }`,
  },
  {
    name: 'initials of authors',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `{ ${repeat(size, (at) => `authorConnection(initial: "A", sort: NAME, first: ${1 + ((unique + at) % 50)}) { totalCount initials { letter count } }`)} }`,
  },
  {
    name: 'authors that contain a text',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `{ ${repeat(size, (at) => `authorConnection(contains: "${(unique + at) % 1000}", sort: NAME, first: 1) { totalCount initials { letter } }`)} }`,
  },
  ...['a', 'o', 'volume 1', 'लेटर्स'].map((text) => ({
    name: `search suggestions for '${text}'`,
    maxSize: maxRootFields,
    write: (size: number, unique: number) =>
      `{ ${repeat(size, (at) => `searchSuggestions(text: "${text}${' '.repeat(1 + ((unique + at) % 40))}", first: ${1 + ((unique + at) % 20)}) { ... on Product { id name } ... on Author { name } }`)} }`,
  })),
  {
    name: 'searches for a letter, sorted',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `{ ${repeat(size, (at) => `products(search: "${'aeioulmnrst'[(unique + at) % 11]}", sort: PRICE_HIGH_TO_LOW, first: 1, filter: { minPrice: ${price(unique, at)} }) { totalCount }`)} }`,
  },
  ...['garden ', 'aa', 'श्यामची आई '].map((text) => ({
    name: `long searches for '${text}'`,
    maxSize: maxRootFields,
    write: (size: number, unique: number) =>
      `{ ${repeat(size, (at) => `products(search: "${longText(unique * maxRootFields + at, text)}", first: 1) { totalCount }`)} }`,
  })),
  {
    name: 'searches for many misspelled words',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `{ ${repeat(size, (at) => `products(search: "rivar lettars monsun gardan lampp jurney silense volum ${unique * maxRootFields + at}", first: 1) { totalCount }`)} }`,
  },
  {
    name: 'related products',
    maxSize: maxEntries,
    write: (size, unique) =>
      `{ ${pages(size, (first, at) => `products(first: ${first}, filter: { minPrice: ${price(unique, at)} }) { nodes { related(first: 20) { id } } }`)} }`,
  },
  {
    name: 'large pages',
    maxSize: maxEntries,
    write: (size, unique) =>
      `{ ${pages(size, (first, at) => `products(first: ${first}, filter: { minPrice: ${price(unique, at)} }) { edges { cursor node { ${allFields} } } }`)} }`,
  },
  {
    name: 'a field repeated in one selection',
    maxSize: 3_900,
    write: (size, unique) => `query Q${unique} { products(first: 1) { nodes { ${'id '.repeat(size)} } } }`,
  },
  {
    name: 'a selection repeated in one selection',
    maxSize: 1_200,
    write: (size, unique) =>
      `query Q${unique} { products(first: 1) { nodes { ${'author { id } '.repeat(size)} } } }`,
  },
  {
    name: 'nested fragments',
    maxSize: 300,
    write: (size, unique) =>
      `query Q${unique} { product(id: 1) { ...F0 } } ${Array.from({ length: size }, (_, at) => `fragment F${at} on Product { id ...F${at + 1} }`).join(' ')} fragment F${size} on Product { id name }`,
  },
  {
    name: 'introspection',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `query Q${unique} { ${repeat(size, () => '__schema { types { name description fields { name description args { name type { name } } type { name ofType { name ofType { name } } } } } }')} }`,
  },
];
