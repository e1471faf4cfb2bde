import type { SlideRecord } from '../catalogue/list-records.ts';
import { isbnNote } from './book-states.ts';
import { type DemoProduct, demoCatalogue } from './catalogue.ts';
import { drawCategoryPicture } from './drawing/category-picture.ts';
import { drawBackCover } from './drawing/covers/back.ts';
import { drawCover } from './drawing/covers/cover.ts';
import type { CoverContent } from './drawing/covers/layout.ts';
import { drawLogo } from './drawing/logo.ts';
import { drawMedallion } from './drawing/medallion.ts';
import { palettesByCategory } from './drawing/palettes.ts';
import { drawPost, drawSlide } from './drawing/slides-and-posts.ts';
import { cycle } from './hash.ts';

/** A picture or PDF of the demo. */
export interface MediaFile {
  /** Relative to `/files/`, such as `covers/12.svg`. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Draws every picture of the demo. A generator, so that only one picture at a time is in memory. */
export function* drawPictures(): Generator<MediaFile> {
  const counts = new Map<string, number>();
  for (const product of demoCatalogue.products) {
    const position = counts.get(product.category) ?? 0;
    counts.set(product.category, position + 1);
    yield* drawCovers(product, position);
  }
  for (const { authorName, thumbnailFile } of demoCatalogue.authors) {
    if (thumbnailFile !== null) yield createSvgFile(thumbnailFile, drawMedallion(authorName));
  }
  for (const { publisherName, thumbnailFile } of demoCatalogue.publishers) {
    yield createSvgFile(thumbnailFile, drawLogo(publisherName));
  }
  for (const { categoryName, thumbnail } of demoCatalogue.categories) {
    yield createSvgFile(thumbnail, drawCategoryPicture(categoryName));
  }
  for (const slide of demoCatalogue.slides) yield* drawSlides(slide);
  for (const { id, image } of demoCatalogue.marketingPosts) yield createSvgFile(image, drawPost(id));
}

/** Draws the picture of a slide in each language that has one. */
function* drawSlides(slide: SlideRecord): Generator<MediaFile> {
  const pictures = [
    [slide.thumbnailFile, slide.title],
    [slide.thumbnailFileMr, slide.titleMr],
    [slide.thumbnailFileHi, slide.titleHi],
  ] as const;
  for (const [file, title] of pictures) {
    if (file !== null && title !== null) yield createSvgFile(file, drawSlide(slide.id, title));
  }
}

/** @param position The position of the book in its category. */
function* drawCovers(product: DemoProduct, position: number): Generator<MediaFile> {
  const { image1, image2 } = product.productImages;
  if (image1 !== undefined) yield createSvgFile(image1, drawCover(toCoverContent(product, position)));
  if (image2 !== undefined) yield createSvgFile(image2, drawBackCover(toCoverContent(product, position)));
}

function toCoverContent(
  { productName, author, publisher, category, description }: DemoProduct,
  position: number,
): CoverContent {
  const palette = cycle(position, palettesByCategory[category]);
  const blurb = description?.replace(isbnNote, '') ?? null;
  return { title: productName, author, publisher, category, description: blurb, palette, position };
}

function createSvgFile(url: string, content: string): MediaFile {
  return { path: url.replace('/files/', ''), content };
}
