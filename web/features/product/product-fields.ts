import { scriptLanguage } from '#web/i18n/format.ts';
import type { Crumb } from '#web/ui/Breadcrumbs.tsx';
import type { ProductQuery } from './Product.generated.ts';

/** The product with all fields of its page. */
export type ProductFields = NonNullable<ProductQuery['product']>;

/** The image URLs of a product, the cover first. Falls back to the thumbnail. */
export function productImages({ images, thumbnail }: ProductFields): string[] {
  if (images.length > 0) return [...new Set(images)];
  return thumbnail === null ? [] : [thumbnail];
}

/** The breadcrumbs of a product: category, publisher, author, language, name (requirements.md 2.6). */
export function productBreadcrumbs({ category, publisher, author, language, name }: ProductFields): Crumb[] {
  const collections = [
    { kind: 'category', collection: category },
    { kind: 'publisher', collection: publisher },
    { kind: 'author', collection: author },
    { kind: 'language', collection: language },
  ];
  return [
    ...collections.flatMap(({ kind, collection }) =>
      collection === null
        ? []
        : [{ text: collection.name, to: `/${kind}/${encodeURIComponent(collection.name)}` }],
    ),
    { text: name, lang: scriptLanguage(name, language?.name) },
  ];
}
