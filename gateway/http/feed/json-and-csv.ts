import { stringify } from 'csv-stringify/sync';
import { plainFields } from '../../domain/product-fields.ts';
import type { FeedFormat, FeedProduct } from './feed-format.ts';

/** A JSON object on each line. */
export const ndjsonFormat: FeedFormat = {
  contentType: 'application/x-ndjson; charset=utf-8',
  begin: () => '',
  convert: (products) => products.map((product) => `${JSON.stringify(product)}\n`).join(''),
  end: '',
};

const firstColumns = [
  'id',
  'sku',
  'isbn',
  'name',
  'author',
  'publisher',
  'category',
  'language',
  'price',
  'mrp',
  'discountPercent',
  'available',
  'description',
  'url',
  'thumbnail',
  'images',
  'pdf',
] as const satisfies readonly (keyof FeedProduct)[];
const columns = [...new Set([...firstColumns, ...plainFields, 'status', 'statusText'])];

/** RFC 4180, section 2, requires quotes around values with a lone CR or LF; csv-stringify omits them by default. */
const csvOptions = { columns, record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const;

/** CSV (RFC 4180) with a header line. Images are separated by spaces. */
export const csvFormat: FeedFormat = {
  contentType: 'text/csv; charset=utf-8; header=present',
  begin: () => stringify([], { ...csvOptions, header: true }),
  convert: (products) =>
    stringify(
      products.map((product) => ({ ...product, images: product.images.join(' ') })),
      { ...csvOptions, cast: { boolean: String } },
    ),
  end: '',
};
