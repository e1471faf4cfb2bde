import type { ProductRecord } from '../catalogue/product-record.ts';
import { drawPost, drawSlide } from './drawing/banners.ts';
import { drawBack } from './drawing/covers/back.ts';
import type { Book } from './drawing/covers/book.ts';
import { drawCover } from './drawing/covers/cover.ts';
import { drawImprintMark } from './drawing/imprint-mark.ts';
import { drawMedallion } from './drawing/medallion.ts';
import { palettesOfCategory } from './drawing/palettes.ts';
import { drawTile } from './drawing/tile.ts';
import { choose } from './hash.ts';
import { isbnNote } from './shelf.ts';
import { isCategoryName, isPublisherName } from './trade.ts';
import type { DemoCatalogue } from './types.ts';

/** A file of the demo: its address as the records name it, and what it holds. */
export interface MediaFile {
  /** Below `/files/`, e.g. `covers/12.svg`. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Every picture the catalogue names, one after another, so that the caller can let others run between. */
export function* drawPictures(catalogue: DemoCatalogue): Generator<MediaFile> {
  for (const product of catalogue.products) yield* drawCovers(product);
  for (const { authorName, thumbnailFile } of catalogue.authors) {
    if (thumbnailFile !== null) yield svg(thumbnailFile, drawMedallion(authorName));
  }
  for (const { publisherName, thumbnailFile } of catalogue.publishers) {
    if (thumbnailFile !== null && isPublisherName(publisherName))
      yield svg(thumbnailFile, drawImprintMark(publisherName));
  }
  for (const { categoryName, thumbnail } of catalogue.categories) {
    if (thumbnail !== null && isCategoryName(categoryName)) yield svg(thumbnail, drawTile(categoryName));
  }
  for (const { id, title, thumbnailFile } of catalogue.slides) yield svg(thumbnailFile, drawSlide(id, title));
  for (const { id, image } of catalogue.marketingPosts) yield svg(image, drawPost(id));
}

function* drawCovers(product: ProductRecord): Generator<MediaFile> {
  const { image1, image2 } = product.productImages;
  if (image1 !== undefined) yield svg(image1, drawCover(bookOf(product)));
  if (image2 !== undefined) yield svg(image2, drawBack(bookOf(product)));
}

function bookOf({ productName, author, publisher, category, description }: ProductRecord): Book {
  if (!isCategoryName(category)) throw new Error(`No cover is designed for the category ${category}.`);
  const palette = choose(productName, palettesOfCategory[category]);
  const blurb = description?.replace(isbnNote, '') ?? null;
  return { title: productName, author, publisher, category, description: blurb, palette };
}

function svg(address: string, content: string): MediaFile {
  return { path: address.replace('/files/', ''), content };
}
