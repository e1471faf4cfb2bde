import { productPath } from '#web/ui/ProductCard.tsx';
import { pictureCopy } from '#web/ui/picture-sources.ts';
import { type BookDetails, picturesOf, trailOf } from './product-fields.ts';

/** How wide the pictures are that search engines show, in pixels; they read no drawings. */
const picturesWidth = 960;

/** A book in schema.org's words: the book with its offer, and the way to it. */
export function structuredData(product: BookDetails): Array<Record<string, unknown>> {
  const path = productPath(product.id);
  const pictures = picturesOf(product).map((address) => pictureCopy(address, picturesWidth));
  const book = {
    '@context': 'https://schema.org',
    '@type': ['Book', 'Product'],
    name: product.name,
    url: path,
    image: pictures.length > 0 ? pictures : undefined,
    description: product.description ?? undefined,
    isbn: product.isbn ?? undefined,
    inLanguage: product.language?.name,
    genre: product.category?.name,
    author: product.author === null ? undefined : { '@type': 'Person', name: product.author.name },
    publisher:
      product.publisher === null ? undefined : { '@type': 'Organization', name: product.publisher.name },
    offers: {
      '@type': 'Offer',
      url: path,
      price: product.price.toFixed(2),
      priceCurrency: 'INR',
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${product.available ? 'InStock' : 'OutOfStock'}`,
    },
  };
  const trail = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ text: 'Home', to: '/' }, ...trailOf(product)].map(({ text, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: text,
      item: to ?? path,
    })),
  };
  return [book, trail];
}
