// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberPincode } from '#web/address/delivery-pincode.ts';
import { readVisitorLines } from '#web/cart/visitor-lines.ts';
import { ProductDocument } from '#web/features/product/Product.generated.ts';
import type { ProductFields } from '#web/features/product/product-fields.ts';
import { serveGateway } from './account-gateway.ts';
import { gateway } from './gateway-stub.ts';
import { createBook, createBookDetails } from './products.ts';
import { visit } from './visit.tsx';

const { use } = serveGateway();

afterEach(() => localStorage.clear());

const deliveryQuote = { shipping: 40, deliveryDays: { min: 5, max: 6 }, userErrors: [] };

function serveBook(product: ProductFields | null): void {
  use(gateway.query('Product', () => ({ product })));
}

describe('the product page', () => {
  it('has breadcrumbs from Home through category, publisher, author and language to the name', async () => {
    serveBook(createBookDetails());
    await visit('/product/2');
    const breadcrumbs = await screen.findByRole('navigation', { name: 'Breadcrumbs' });
    expect(
      within(breadcrumbs)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Home', 'Stories', 'Copper Lamp Editions', 'R. K. Narayan', 'English', 'Malgudi Days']);
    expect(within(breadcrumbs).getByRole('link', { name: 'R. K. Narayan' }).getAttribute('href')).toBe(
      '/author/R.%20K.%20Narayan',
    );
  });

  it('lists the product details with their labels', async () => {
    serveBook(createBookDetails({ isbn: null }));
    await visit('/product/2');
    await screen.findByRole('heading', { name: 'Product Details' });
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms).toEqual(['Name', 'Publication', 'Author', 'Category', 'Language', 'ISBN No']);
    expect(screen.getAllByRole('definition').at(-1)?.textContent).toBe('Not available');
  });

  it('lists further facts about the book if they are known', async () => {
    serveBook(
      createBookDetails({
        translator: 'Mahadev Desai',
        publicationYear: 1998,
        firstPublicationYear: 1927,
        pageCount: 480,
      }),
    );
    await visit('/product/2');
    await screen.findByRole('heading', { name: 'Product Details' });
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms.slice(6)).toEqual(['Translator', 'Published', 'First published', 'Pages']);
    const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(values.slice(6)).toEqual(['Mahadev Desai', '1998', '1927', '480']);
  });

  it.each([
    ['en', 'श्यामची आई', 'Shyamchi Aai', true],
    ['en', 'Gitanjali', 'गीतांजलि', false],
    ['mr', 'Gitanjali', 'गीतांजलि', true],
    ['mr', 'श्यामची आई', 'Shyamchi Aai', false],
  ] as const)(
    'in %s, for the title “%s”, shows the transliteration “%s” only if the page does not use the script of the title: %s',
    async (language, name, transliteratedName, isShown) => {
      serveBook(createBookDetails({ name, transliteratedName }));
      await visit('/product/2', language);
      await screen.findByRole('heading', { name, level: 1 });
      expect(screen.queryByText(transliteratedName) !== null).toBe(isShown);
    },
  );

  it.each<[string, Partial<ProductFields>]>([
    ['In stock', { available: true, remainingQuantity: 6 }],
    ['In stock: only 5 copies left', { available: true, remainingQuantity: 5 }],
    ['In stock: only 1 copy left', { available: true, remainingQuantity: 1 }],
    ['Out of stock', { available: false, remainingQuantity: 0 }],
    ['Out of stock', { available: false, remainingQuantity: null }],
    ['Currently unavailable', { available: false, status: 'UNAVAILABLE' }],
  ])('shows the availability, also to search engines: %s', async (text, change) => {
    serveBook(createBookDetails(change));
    await visit('/product/2');
    expect(await screen.findByText(text)).toBeDefined();
    const availability = change.available === true ? 'InStock' : 'OutOfStock';
    await waitFor(() =>
      expect(document.head.querySelector('script[type="application/ld+json"]')?.textContent).toContain(
        `"availability":"https://schema.org/${availability}"`,
      ),
    );
  });

  it('offers Add To Cart, Buy Now and the related products', async () => {
    serveBook(createBookDetails({ related: [createBook(4)] }));
    await visit('/product/2');
    expect((await screen.findByRole('button', { name: /^Add To Cart/ })).textContent).toBe('Add To Cart');
    expect(screen.getByRole('button', { name: /^Buy Now/ }).textContent).toBe('Buy Now');
    const related = screen.getByRole('region', { name: 'Related Products' });
    expect(within(related).getByRole('heading', { name: 'Shyamchi Aai' })).toBeDefined();
  });

  it('lists the other editions of the work', async () => {
    serveBook(
      createBookDetails({
        editions: [createBook(4, { name: 'श्यामची आई', transliteratedName: 'Shyamchi Aai' })],
      }),
    );
    await visit('/product/2');
    const editions = await screen.findByRole('region', { name: 'Other editions' });
    expect(within(editions).getByRole('heading', { name: 'श्यामची आई' })).toBeDefined();
    expect(within(editions).getByText('Shyamchi Aai').lang).toBe('en');
  });

  it('has no list of editions if there is only one', async () => {
    serveBook(createBookDetails());
    await visit('/product/2');
    await screen.findByRole('heading', { name: 'Product Details' });
    expect(screen.queryByRole('region', { name: 'Other editions' })).toBeNull();
  });

  it('shows another image when its thumbnail is clicked', async () => {
    serveBook(createBookDetails({ images: ['http://shop.test/front.svg', 'http://shop.test/back.svg'] }));
    await visit('/product/2');
    expect(
      (await screen.findByRole('img', { name: 'Malgudi Days, picture 1 of 2' })).getAttribute('src'),
    ).toBe('http://shop.test/front.svg');
    await userEvent.click(screen.getByRole('link', { name: 'Picture 2 of 2' }));
    expect(screen.getByRole('img', { name: 'Malgudi Days, picture 2 of 2' }).getAttribute('src')).toBe(
      'http://shop.test/back.svg',
    );
  });

  it('shows a message when the details cannot be loaded', async () => {
    use(gateway.query('Product', () => HttpResponse.error()));
    await visit('/product/2');
    expect(await screen.findByText('Failed to load product details.')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1, name: 'Book' })).toBeDefined();
  });

  it('reduces the chosen quantity to the copies left, and adds that many to the cart', async () => {
    serveBook(createBookDetails({ remainingQuantity: 12 }));
    const { client } = await visit('/product/2');
    await userEvent.selectOptions(await screen.findByLabelText('Quantity'), '5');
    serveBook(createBookDetails({ remainingQuantity: 3 }));
    await act(() => client.refetchQueries({ include: [ProductDocument] }));
    const quantity = await screen.findByLabelText<HTMLSelectElement>('Quantity');
    await waitFor(() => expect(quantity.value).toBe('3'));
    await userEvent.click(screen.getByRole('button', { name: /^Add To Cart/ }));
    await screen.findByText('Another page');
    expect(readVisitorLines()).toEqual([{ productId: 'product-2', quantity: 3 }]);
  });

  it('adds one copy of a book that is out of stock', async () => {
    serveBook(createBookDetails({ available: false, remainingQuantity: 0 }));
    await visit('/product/2');
    await userEvent.click(await screen.findByRole('button', { name: /^Add To Cart/ }));
    await screen.findByText('Another page');
    expect(readVisitorLines()).toEqual([{ productId: 'product-2', quantity: 1 }]);
  });

  it('shows the not-found page for an unknown product', async () => {
    serveBook(null);
    await visit('/product/999');
    expect(await screen.findByRole('heading', { name: "We couldn't find that page" })).toBeDefined();
  });
});

describe('the cost of delivery for a product', () => {
  beforeEach(() => rememberPincode('411030'));

  const unavailable = { code: 'UNAVAILABLE', message: 'Please try again later.' };

  it.each([
    ['the request failed', () => HttpResponse.error()],
    ['the gateway could not calculate it', () => ({ checkoutQuote: { userErrors: [unavailable] } })],
  ])('can be requested again after %s', async (_, respond) => {
    serveBook(createBookDetails());
    use(gateway.query('ProductDelivery', respond));
    await visit('/product/2');
    await screen.findByText("We couldn't calculate the cost of delivery.");
    use(gateway.query('ProductDelivery', () => ({ checkoutQuote: deliveryQuote })));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^Delivery to 411030: ₹40.00, by /);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('the demo of a product', () => {
  it('is not offered when the product has no PDF', async () => {
    serveBook(createBookDetails());
    await visit('/product/2');
    await screen.findByRole('button', { name: /^Add To Cart/ });
    expect(screen.queryByRole('button', { name: /demo/i })).toBeNull();
  });

  it('opens in a frame 500 px high and closes', async () => {
    serveBook(createBookDetails({ pdf: `${window.location.origin}/media/demo.pdf` }));
    await visit('/product/2');
    await userEvent.click(await screen.findByRole('button', { name: /^Demo/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Malgudi Days' });
    const frame = within(dialog).getByTitle('Demo pages of Malgudi Days');
    expect(frame.getAttribute('src')).toBe(`${window.location.origin}/media/demo.pdf`);
    expect(frame.getAttribute('height')).toBe('500');
    // The frame must not have the focus, because PDF viewers swallow Escape and Tab.
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    expect(document.activeElement).not.toBe(frame);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is linked, not framed, if the PDF is on another website, which the Content-Security-Policy blocks in frames', async () => {
    serveBook(createBookDetails({ pdf: 'https://elsewhere.test/demo.pdf' }));
    await visit('/product/2');
    await userEvent.click(await screen.findByRole('button', { name: /^Demo/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Malgudi Days' });
    expect(within(dialog).queryByTitle('Demo pages of Malgudi Days')).toBeNull();
    expect(within(dialog).getByText(/on another website/)).toBeDefined();
    const link = within(dialog).getByRole('link', { name: 'Open in a new tab' });
    expect(link.getAttribute('href')).toBe('https://elsewhere.test/demo.pdf');
    expect(link.getAttribute('target')).toBe('_blank');
  });
});
