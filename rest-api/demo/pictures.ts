import type { ProductRecord } from '../catalogue/product-record.ts';
import { isbnNote } from './book-states.ts';
import { isCategoryName, isPublisherName } from './categories-and-publishers.ts';
import { drawPost, drawSlide } from './drawing/banners.ts';
import { drawBack } from './drawing/covers/back.ts';
import type { Book } from './drawing/covers/book.ts';
import { drawCover } from './drawing/covers/cover.ts';
import { drawLogo } from './drawing/logo.ts';
import { drawMedallion } from './drawing/medallion.ts';
import { palettesByCategory } from './drawing/palettes.ts';
import { drawTile } from './drawing/tile.ts';
import { choose } from './hash.ts';
import type { DemoCatalogue } from './records.ts';

/** An image or PDF of the demo. */
export interface MediaFile {
  /** Relative to `/files/`, such as `covers/12.svg`. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Draws every image of the catalogue. A generator, so that the caller can yield to other work between images. */
export function* drawPictures(catalogue: DemoCatalogue): Generator<MediaFile> {
  for (const product of catalogue.products) yield* drawCovers(product);
  for (const { authorName, thumbnailFile } of catalogue.authors) {
    if (thumbnailFile !== null) yield createSvgFile(thumbnailFile, drawMedallion(authorName));
  }
  for (const { publisherName, thumbnailFile } of catalogue.publishers) {
    if (thumbnailFile !== null && isPublisherName(publisherName))
      yield createSvgFile(thumbnailFile, drawLogo(publisherName));
  }
  for (const { categoryName, thumbnail } of catalogue.categories) {
    if (thumbnail !== null && isCategoryName(categoryName))
      yield createSvgFile(thumbnail, drawTile(categoryName));
  }
  for (const { id, title, thumbnailFile } of catalogue.slides)
    yield createSvgFile(thumbnailFile, drawSlide(id, title));
  for (const { id, image } of catalogue.marketingPosts) yield createSvgFile(image, drawPost(id));
}

function* drawCovers(product: ProductRecord): Generator<MediaFile> {
  const { image1, image2 } = product.productImages;
  if (image1 !== undefined) yield createSvgFile(image1, drawCover(toBook(product)));
  if (image2 !== undefined) yield createSvgFile(image2, drawBack(toBook(product)));
}

function toBook({ productName, author, publisher, category, description }: ProductRecord): Book {
  if (!isCategoryName(category)) throw new Error(`There is no cover design for the category ${category}.`);
  const palette = choose(productName, palettesByCategory[category]);
  const blurb = description?.replace(isbnNote, '') ?? null;
  return { title: productName, author, publisher, category, description: blurb, palette };
}

function createSvgFile(url: string, content: string): MediaFile {
  return { path: url.replace('/files/', ''), content };
}
