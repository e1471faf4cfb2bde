import { getCollectionPath } from '#web/catalogue/collections.ts';
import { chooseName } from '#web/i18n/content-text.ts';
import { detectNameLanguage } from '#web/i18n/format.ts';
import type { LanguageCode } from '#web/i18n/languages.ts';
import type { Crumb } from '#web/ui/Breadcrumbs.tsx';
import type { ProductQuery } from './Product.generated.ts';

/** The product with all fields of its page. */
export type ProductFields = NonNullable<ProductQuery['product']>;

/** The image URLs of a product, the cover first. Falls back to the thumbnail. */
export function listProductImages({ images, thumbnail }: ProductFields): string[] {
  if (images.length > 0) return [...new Set(images)];
  return thumbnail === null ? [] : [thumbnail];
}

/**
 * The breadcrumbs of a product: category, publisher, author, language, name (requirements.md 2.6). Small screens leave
 * out publisher, author and language.
 */
export function listBreadcrumbs(
  { category, publisher, author, language, name }: ProductFields,
  pageLanguage: LanguageCode,
): Crumb[] {
  const collections = [
    { dimension: 'category', collection: category },
    { dimension: 'publisher', collection: publisher },
    { dimension: 'author', collection: author },
    { dimension: 'language', collection: language },
  ] as const;
  return [
    ...collections.flatMap(({ dimension, collection }) => {
      if (collection === null) return [];
      const { text } = chooseName(collection, pageLanguage);
      return { text, to: getCollectionPath(dimension, collection.name), wideOnly: dimension !== 'category' };
    }),
    { text: name, lang: detectNameLanguage(name, language?.name) },
  ];
}
