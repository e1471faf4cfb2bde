import { scriptLanguage } from '#web/i18n/format.ts';
import type { Crumb } from '#web/ui/Breadcrumbs.tsx';
import type { ProductQuery } from './Product.generated.ts';

/** A book with all that its page shows. */
export type BookDetails = NonNullable<ProductQuery['product']>;

/** The book's pictures, the cover first; the small one when there is no other. Empty when there are none. */
export function picturesOf({ images, thumbnail }: BookDetails): string[] {
  if (images.length > 0) return [...new Set(images)];
  return thumbnail === null ? [] : [thumbnail];
}

/** The way to a book: category, publisher, author, language, name (requirements.md 2.6). */
export function trailOf({ category, publisher, author, language, name }: BookDetails): Crumb[] {
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
