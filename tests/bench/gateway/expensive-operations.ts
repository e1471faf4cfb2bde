/** A kind of operation that may keep the gateway busy for a long time. */
export interface OperationKind {
  name: string;
  /** The largest size worth trying. The gateway's limits may permit less. */
  maxSize: number;
  /**
   * Writes the operation with the given size.
   *
   * @param unique a number that differs for each operation. Most kinds use it so that no cache contains the result.
   */
  write(size: number, unique: number): string;
}

const maxRootFields = 20;
const maxPageSize = 100;

/** Creates a price that differs for each operation, and for each of its fields. */
function createPrice(unique: number, field = 0): string {
  return (100 + (unique % 300) + field * 7 + (unique % 89) / 100).toFixed(2);
}

/** Repeats a field under different aliases. */
function repeatField(count: number, writeField: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => `f${index}: ${writeField(index)}`).join(' ');
}

/** Distributes entries over pages of at most 100, each a root field. */
function writePages(entries: number, writeField: (pageSize: number, index: number) => string): string {
  return repeatField(Math.ceil(entries / maxPageSize), (index) =>
    writeField(Math.min(maxPageSize, entries - index * maxPageSize), index),
  );
}

const sorts = ['PRICE_LOW_TO_HIGH', 'PRICE_HIGH_TO_LOW'];
const maxEntries = maxRootFields * maxPageSize;
const allFields =
  'id name price mrp discountPercent available status remainingQuantity thumbnail images pdf isbn description author { name } category { name }';
const selectFacets = (first: number, contains: string) =>
  ['categories', 'languages', 'publishers', 'authors']
    .map((field) => `${field}(first: ${first}, contains: "${contains}") { value count }`)
    .join(' ');
/** A search text of the maximum length, 200 characters. */
const createLongText = (unique: number, text: string) =>
  `${unique % 10_000} ${text.repeat(100)}`.slice(0, 200);
const listNames = (kind: string, count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, index) => `${kind} ${index}`));

/**
 * The kinds of operations among which the benchmark searches for the slowest: they scan, sort, intersect, search, or
 * make the parser, the validation or the execution work hard.
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
      `{ ${writePages(size, (first, index) => `${kind}Connection(first: ${first}) { nodes { products(first: 1, sort: ${sorts[(unique + index) % 2]}) { totalCount nodes { id } } } }`)} }`,
  })),
  {
    name: 'sorted products of the authors and categories of products',
    maxSize: maxEntries,
    write: (size, unique) =>
      `{ ${writePages(size, (first, index) => `products(first: ${first}, filter: { minPrice: ${createPrice(unique, index)} }) { nodes { author { products(first: 1, sort: PRICE_LOW_TO_HIGH) { totalCount } } category { products(first: 1, sort: PRICE_HIGH_TO_LOW) { totalCount } } } }`)} }`,
  },
  ...['', 'sort: PRICE_LOW_TO_HIGH, '].map((sort) => ({
    name: `listings with uncached price ranges${sort === '' ? '' : ', sorted'}`,
    maxSize: maxRootFields,
    write: (size: number, unique: number) =>
      `{ ${repeatField(size, (index) => `products(${sort}first: 1, filter: { minPrice: ${createPrice(unique, index)}, maxPrice: ${900 + (unique % 97)} }) { totalCount }`)} }`,
  })),
  {
    name: 'listings of many authors, publishers and categories with uncached price ranges',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `query ($authors: [String!] = ${listNames('Author', 100)}, $publishers: [String!] = ${listNames('Publisher', 100)}, $categories: [String!] = ${listNames('Category', 40)}) { ${repeatField(size, (index) => `products(sort: PRICE_LOW_TO_HIGH, first: 1, filter: { authors: $authors, publishers: $publishers, categories: $categories, minPrice: ${createPrice(unique, index)} }) { totalCount }`)} }`,
  },
  {
    name: 'filtered facets of listings with uncached price ranges',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `{ ${repeatField(size, (index) => `products(first: 1, filter: { minPrice: ${createPrice(unique, index)} }) { facets { ${selectFacets(100, String((unique + index) % 10))} authorCount } }`)} }`,
  },
  {
    name: 'all authors and publishers as facets of listings with uncached price ranges',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `{ ${repeatField(size, (index) => `products(first: 1, filter: { minPrice: ${createPrice(unique, index)} }) { facets { authors { value count selected } publishers { value count selected } } }`)} }`,
  },
  {
    name: 'facets of searches',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `{ ${repeatField(size, (index) => `products(first: 1, search: "volume ${(unique + index) % 10}", filter: { minPrice: ${createPrice(unique, index)} }) { facets { ${selectFacets(100, 'o')} } }`)} }`,
  },
  {
    name: 'initials of authors',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `{ ${repeatField(size, (index) => `authorConnection(initial: "A", sort: NAME, first: ${1 + ((unique + index) % 50)}) { totalCount initials { letter count } }`)} }`,
  },
  {
    name: 'authors whose names contain a text',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `{ ${repeatField(size, (index) => `authorConnection(contains: "${(unique + index) % 1000}", sort: NAME, first: 1) { totalCount initials { letter } }`)} }`,
  },
  ...['a', 'o', 'volume 1', 'लेटर्स'].map((text) => ({
    name: `search suggestions for '${text}'`,
    maxSize: maxRootFields,
    write: (size: number, unique: number) =>
      `{ ${repeatField(size, (index) => `searchSuggestions(text: "${text}${' '.repeat(1 + ((unique + index) % 40))}", first: ${1 + ((unique + index) % 20)}) { ... on Product { id name } ... on Author { name } }`)} }`,
  })),
  {
    name: 'searches for a letter, sorted',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `{ ${repeatField(size, (index) => `products(search: "${'aeioulmnrst'[(unique + index) % 11]}", sort: PRICE_HIGH_TO_LOW, first: 1, filter: { minPrice: ${createPrice(unique, index)} }) { totalCount }`)} }`,
  },
  ...['garden ', 'aa', 'श्यामची आई '].map((text) => ({
    name: `long searches that repeat '${text}'`,
    maxSize: maxRootFields,
    write: (size: number, unique: number) =>
      `{ ${repeatField(size, (index) => `products(search: "${createLongText(unique * maxRootFields + index, text)}", first: 1) { totalCount }`)} }`,
  })),
  ...['1 2 3 4 5 6 7 8', 'मराठी हिन्दी संस्कृत कादंबरी कथा कविता नाटक इतिहास'].map((words) => ({
    name: `searches for '${words}'`,
    maxSize: maxRootFields,
    write: (size: number, unique: number) =>
      `{ ${repeatField(size, (index) => `products(search: "${words} ${unique * maxRootFields + index}", first: 1) { totalCount }`)} }`,
  })),
  {
    name: 'searches for many misspelled words',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `{ ${repeatField(size, (index) => `products(search: "rivar lettars monsun gardan lampp jurney silense volum ${unique * maxRootFields + index}", first: 1) { totalCount }`)} }`,
  },
  {
    name: 'related products',
    maxSize: maxEntries,
    write: (size, unique) =>
      `{ ${writePages(size, (first, index) => `products(first: ${first}, filter: { minPrice: ${createPrice(unique, index)} }) { nodes { related(first: 20) { id } } }`)} }`,
  },
  {
    name: 'large pages',
    maxSize: maxEntries,
    write: (size, unique) =>
      `{ ${writePages(size, (first, index) => `products(first: ${first}, filter: { minPrice: ${createPrice(unique, index)} }) { edges { cursor node { ${allFields} } } }`)} }`,
  },
  {
    name: 'a field repeated in one selection',
    maxSize: 3_900,
    write: (size, unique) => `query Q${unique} { products(first: 1) { nodes { ${'id '.repeat(size)} } } }`,
  },
  {
    name: 'a field with a subfield, repeated in one selection',
    maxSize: 1_200,
    write: (size, unique) =>
      `query Q${unique} { products(first: 1) { nodes { ${'author { id } '.repeat(size)} } } }`,
  },
  {
    name: 'nested fragments',
    maxSize: 300,
    write: (size, unique) =>
      `query Q${unique} { product(id: 1) { ...F0 } } ${Array.from({ length: size }, (_, index) => `fragment F${index} on Product { id ...F${index + 1} }`).join(' ')} fragment F${size} on Product { id name }`,
  },
  {
    name: 'introspection',
    maxSize: maxRootFields,
    write: (size, unique) =>
      `query Q${unique} { ${repeatField(size, () => '__schema { types { name description fields { name description args { name type { name } } type { name ofType { name ofType { name } } } } } }')} }`,
  },
];
