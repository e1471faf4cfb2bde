import { sharingImageUrl } from '#web/catalogue/image-sources.ts';
import { productPath } from '#web/catalogue/ProductCard.tsx';
import { namedLanguage } from '#web/i18n/book-languages.ts';
import { breadcrumbData } from '#web/routing/breadcrumb-data.ts';
import { type BookDetails, picturesOf, trailOf } from './product-fields.ts';

/**
 * A book in schema.org's words: the book with its offer, and the way to it.
 *
 * @param home what the first breadcrumb is called.
 */
export function structuredData(product: BookDetails, home: string): Array<Record<string, unknown>> {
  const path = productPath(product.id);
  const pictures = picturesOf(product).map(sharingImageUrl);
  const book = {
    '@context': 'https://schema.org',
    '@type': ['Book', 'Product'],
    name: product.name,
    url: path,
    image: pictures.length > 0 ? pictures : undefined,
    description: product.description ?? undefined,
    ...isbnOf(product.isbn),
    // A language without a known code goes by its name, which schema.org takes too.
    inLanguage: namedLanguage(product.language?.name)?.code ?? product.language?.name,
    genre: product.category?.name,
    author: product.author === null ? undefined : { '@type': 'Person', name: product.author.name },
    publisher:
      product.publisher === null ? undefined : { '@type': 'Organization', name: product.publisher.name },
    offers: {
      '@type': 'Offer',
      url: path,
      price: product.price,
      priceCurrency: 'INR',
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${product.available ? 'InStock' : 'OutOfStock'}`,
    },
  };
  return [book, breadcrumbData(home, trailOf(product), path)];
}

/** The ISBN without hyphens, and the same as an article number; nothing for a text that is none. */
function isbnOf(text: string | null): { isbn?: string; gtin13?: string } {
  const isbn = (text ?? '').replace(/[\s-]/g, '').toUpperCase();
  if (/^97[89]\d{10}$/.test(isbn)) return { isbn, gtin13: isbn };
  return /^\d{9}[\dX]$/.test(isbn) ? { isbn } : {};
}
