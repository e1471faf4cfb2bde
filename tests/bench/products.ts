import { normalizeIsbn } from '#rest-api/domain/isbn.ts';

const words = ['River', 'Letters', 'Monsoon', 'Garden', 'Lamp', 'Fort', 'Well', 'Song', 'Journey', 'Silence'];
const languages = ['मराठी', 'हिन्दी', 'संस्कृत', 'English'];

/** A product with the fields of `GET /getallproducts`. */
export type GeneratedProduct = ReturnType<typeof generateProduct>;

/** Generates the product at a position of the list. It depends on the position alone. */
export function generateProduct(index: number) {
  const id = index + 1;
  const [first, second] = [
    words[index % words.length],
    words[Math.floor(index / words.length) % words.length],
  ];
  return {
    id,
    productName: `${first} and ${second}, volume ${id}`,
    price: 100 + (index % 900) + 0.5,
    mrp: 200 + (index % 900),
    discount: index % 60,
    category: `Category ${index % 40}`,
    language: languages[index % languages.length],
    publisher: `Publisher ${index % 120}`,
    author: `Author ${index % 1500}`,
    status: 'Available',
    thumbnailFile: `https://pictures.example/${id}-small.jpg`,
    pdfFile: index % 3 === 0 ? `https://pictures.example/${id}.pdf` : null,
    productImages: {
      image1: `https://pictures.example/${id}-1.jpg`,
      image2: `https://pictures.example/${id}-2.jpg`,
    },
    remainingQuantity: 20,
    // The conversion to ISBN-13 replaces the last digit with the correct check digit.
    isbnId: normalizeIsbn(`81${String(id).padStart(7, '0')}0`),
    description: `${first} and ${second}: a book of ${200 + (index % 300)} pages. ${'A quiet story, told with care and without hurry. '.repeat(6)}`,
  };
}

/** Generates the first `count` products of the list. */
export function generateProducts(count: number): GeneratedProduct[] {
  return Array.from({ length: count }, (_, index) => generateProduct(index));
}
