import { getSharingImageUrl } from '#web/catalogue/image-sources.ts';
import { getProductPath } from '#web/catalogue/ProductCard.tsx';
import { findLanguageByName } from '#web/i18n/book-languages.ts';
import { describeBreadcrumbs } from '#web/routing/breadcrumb-data.ts';
import type { Crumb } from '#web/ui/Breadcrumbs.tsx';
import { listProductImages, type ProductFields } from './product-fields.ts';

/**
 * The schema.org data of a product page: the book with its offer, and its breadcrumbs.
 *
 * @param home the label of the first breadcrumb.
 * @param crumbs the breadcrumbs of the page.
 * @param description the description as the page shows it.
 */
export function describeProduct(
  product: ProductFields,
  home: string,
  crumbs: readonly Crumb[],
  description: string | undefined,
): Array<Record<string, unknown>> {
  const path = getProductPath(product.sku);
  const images = listProductImages(product).map(getSharingImageUrl);
  const book = {
    '@context': 'https://schema.org',
    '@type': ['Book', 'Product'],
    name: product.name,
    url: path,
    image: images.length > 0 ? images : undefined,
    description,
    ...formatIsbn(product.isbn),
    alternateName: product.transliteratedName ?? undefined,
    bookEdition: product.edition ?? undefined,
    datePublished: product.publicationYear?.toString(),
    numberOfPages: product.pageCount ?? undefined,
    translator: product.translator === null ? undefined : { '@type': 'Person', name: product.translator },
    typicalAgeRange: product.ageGroup ?? undefined,
    // schema.org recommends a code. For a language without a known code, its name is used.
    inLanguage: findLanguageByName(product.language?.name)?.code ?? product.language?.name,
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
  return [book, describeBreadcrumbs(home, crumbs, path)];
}

/** The ISBN without hyphens and spaces; an ISBN-13 is also the GTIN. Empty for a missing or malformed ISBN. */
function formatIsbn(text: string | null): { isbn?: string; gtin13?: string } {
  const isbn = (text ?? '').replace(/[\s-]/g, '').toUpperCase();
  if (/^97[89]\d{10}$/.test(isbn)) return { isbn, gtin13: isbn };
  return /^\d{9}[\dX]$/.test(isbn) ? { isbn } : {};
}
