/**
 * How a field of a product is read and stored. A missing, blank or invalid value is null.
 *
 * - `text`: a text
 * - `file`: URL or path of a file, as the host's record states it
 * - `amount`: rupees in the REST API, paise in the gateway
 * - `stock`: a number of copies, rounded down; a negative number becomes 0
 * - `integer`: a whole number from 1
 * - `translation`: a text in another language, which clients receive in `Product.translations`
 */
export type ProductFieldKind = 'text' | 'translation' | 'file' | 'amount' | 'stock' | 'integer';

interface ProductFieldDescription {
  readonly kind: ProductFieldKind;
  /** The field's name in the REST API. */
  readonly restName: string;
}

/**
 * The optional fields of a product. The schema of REST records, the type `CatalogueProduct`, the columns of the index,
 * the feeds and the check of REST hosts (`npm run test:rest`) are derived from this table. A new field of kind `text`
 * or `integer` needs no other code in the gateway, only a field of the same name in `schema.graphql`.
 */
export const productFields = {
  mrp: { kind: 'amount', restName: 'mrp' },
  remainingQuantity: { kind: 'stock', restName: 'remainingQuantity' },
  thumbnail: { kind: 'file', restName: 'thumbnailFile' },
  pdf: { kind: 'file', restName: 'pdfFile' },
  isbn: { kind: 'text', restName: 'isbnId' },
  description: { kind: 'text', restName: 'description' },
  pageCount: { kind: 'integer', restName: 'pageCount' },
  binding: { kind: 'text', restName: 'binding' },
  edition: { kind: 'text', restName: 'edition' },
  publicationYear: { kind: 'integer', restName: 'publicationYear' },
  firstPublicationYear: { kind: 'integer', restName: 'firstPublicationYear' },
  translator: { kind: 'text', restName: 'translator' },
  ageGroup: { kind: 'text', restName: 'ageGroup' },
  transliteratedName: { kind: 'text', restName: 'transliteratedName' },
  transliteratedAuthor: { kind: 'text', restName: 'transliteratedAuthor' },
  workId: { kind: 'text', restName: 'workId' },
  descriptionEn: { kind: 'translation', restName: 'descriptionEn' },
  descriptionMr: { kind: 'translation', restName: 'descriptionMr' },
  descriptionHi: { kind: 'translation', restName: 'descriptionHi' },
} as const satisfies Record<string, ProductFieldDescription>;

type ProductFields = typeof productFields;
export type ProductField = keyof ProductFields;
type FieldOfKind<Kind extends ProductFieldKind> = {
  [Field in ProductField]: ProductFields[Field]['kind'] extends Kind ? Field : never;
}[ProductField];

/** The fields that are strings. */
export const textFields = listFields('text', 'translation', 'file');
export type TextField = (typeof textFields)[number];

/** The fields that are numbers. */
export const numberFields = listFields('amount', 'stock', 'integer');
export type NumberField = (typeof numberFields)[number];

/** The fields of the kinds `text` and `integer`. Clients receive them as they are in the index. */
export const plainTextFields = listFields('text');
export const plainNumberFields = listFields('integer');
export const plainFields = [...plainTextFields, ...plainNumberFields];
export type PlainField = (typeof plainFields)[number];

/** The optional fields of a product, by name. */
export type ProductFieldValues = Record<TextField, string | null> & Record<NumberField, number | null>;

/** The name of a field in the REST API. */
export function getRestName<Field extends ProductField>(field: Field): ProductFields[Field]['restName'] {
  return productFields[field].restName;
}

/** Lists the fields of the given kinds, in the order of the table. */
export function listFields<Kind extends ProductFieldKind>(
  ...kinds: readonly Kind[]
): Extract<ProductField, FieldOfKind<Kind>>[] {
  const isOfKind = (field: string): field is Extract<ProductField, FieldOfKind<Kind>> =>
    isProductField(field) && kinds.some((kind) => kind === productFields[field].kind);
  return Object.keys(productFields).filter(isOfKind);
}

function isProductField(name: string): name is ProductField {
  return Object.hasOwn(productFields, name);
}
