// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { parseListingUrl } from '#web/catalogue/listing-url.ts';
import { serveGateway } from './account-gateway.ts';
import { createFailingFields, gateway, gatewayUrl } from './gateway-stub.ts';
import { correction, createFacetValue, misspelling, stubShop } from './products.ts';
import { findSkeletons, visit } from './visit.tsx';

const { use } = serveGateway();

function readTitles(): Array<string | null> {
  const books = screen.getByRole('region', { name: 'Books' });
  return within(books)
    .queryAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
}

describe('the general listing', () => {
  it('shows the products for the search, the filter and the first sort order in its URL', async () => {
    const shop = stubShop(6);
    use(...shop.handlers);
    await visit('/product?search=mal&language=English&sort=highToLow&sort=nonsense');
    expect(await screen.findByText('1 book')).toBeDefined();
    expect(readTitles()).toEqual(['Malgudi Days']);
    expect(shop.requests[0]).toEqual({
      search: 'mal',
      filter: { languages: ['English'] },
      sort: 'PRICE_HIGH_TO_LOW',
      first: 20,
    });
  });

  it('searches only for the first 200 characters of the search in its URL, the maximum that the gateway accepts', async () => {
    const shop = stubShop(6);
    use(...shop.handlers);
    await visit(`/product?search=${'a'.repeat(201)}`);
    await waitFor(() => expect(shop.requests[0]).toMatchObject({ search: 'a'.repeat(200) }));
  });

  it('filters by the first 20 values in its URL, counted over all dimensions', async () => {
    const shop = stubShop(6);
    use(...shop.handlers);
    const createValues = (name: string) => Array.from({ length: 15 }, (_, index) => `${name} ${index}`);
    const parameters = ['category', 'author'].flatMap((dimension) =>
      createValues(dimension).map((value) => [dimension, value]),
    );
    await visit(`/product?${new URLSearchParams(parameters)}`);
    const filter = {
      categories: createValues('category').toSorted(),
      authors: createValues('author').slice(0, 5),
    };
    await waitFor(() => expect(shop.requests[0]).toMatchObject({ filter }));
  });

  it('swaps the bounds of the price in its URL if the lower one comes last', async () => {
    const shop = stubShop(6);
    use(...shop.handlers);
    await visit('/product?minPrice=300&maxPrice=100');
    const filter = { minPrice: 100, maxPrice: 300 };
    await waitFor(() => expect(shop.requests[0]).toMatchObject({ filter }));
  });

  it('puts a selected filter into the URL and goes back to the first page', async () => {
    use(...stubShop(6).handlers);
    const { readCurrentUrl } = await visit('/product?page=4');
    await userEvent.click(await screen.findByRole('checkbox', { name: /English/, hidden: true }));
    await screen.findByText('3 books');
    expect(readCurrentUrl()).toBe('/product?language=English');
    expect(readTitles()).toEqual(['Malgudi Days', 'Shyamchi Aai', 'Batatyachi Chal']);
  });

  it('adds each of two filters that are selected in quick succession', async () => {
    use(...stubShop(6).handlers);
    const { readCurrentUrl } = await visit('/product');
    const [english, marathi] = await screen.findAllByRole('checkbox', {
      name: /English|मराठी/,
      hidden: true,
    });
    act(() => {
      english?.click();
      marathi?.click();
    });
    await waitFor(() => expect(readCurrentUrl()).toBe('/product?language=English&language=मराठी'));
    expect([english, marathi]).toMatchObject([{ checked: true }, { checked: true }]);
  });

  it('keeps the filters of its URL when another filter is selected before the books have loaded', async () => {
    use(gateway.query('Listing', () => new Promise(() => undefined)));
    const { readCurrentUrl } = await visit('/product?author=Premchand');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Available now', hidden: true }));
    await waitFor(() => expect(readCurrentUrl()).toBe('/product?available=true&author=Premchand'));
  });

  it('unchecks a filter that is removed by its link, and checks it again after Back', async () => {
    use(...stubShop(6).handlers);
    const { router } = await visit('/product?language=English');
    const box = await screen.findByRole('checkbox', { name: /English/, hidden: true });
    await userEvent.click(screen.getByRole('link', { name: 'Remove English' }));
    await waitFor(() => expect(box).toHaveProperty('checked', false));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(box).toHaveProperty('checked', true));
  });

  it.each(['-5', '10000000.01'])(
    'clears a price field that loses the focus with %s, which is out of range',
    async (price) => {
      use(...stubShop(3).handlers);
      const { readCurrentUrl } = await visit('/product');
      await screen.findByText('3 books');
      const field = screen.getByRole('textbox', { name: 'From', hidden: true });
      await userEvent.type(field, price);
      await userEvent.tab();
      expect(field).toHaveProperty('value', '');
      await userEvent.type(field, '150');
      await userEvent.tab();
      await waitFor(() => expect(readCurrentUrl()).toBe('/product?minPrice=150'));
    },
  );

  it.each(['99999999999', '.'])(
    'does not apply the invalid price %s on Enter, and says why',
    async (price) => {
      use(...stubShop(3).handlers);
      const { readCurrentUrl } = await visit('/product');
      await screen.findByText('3 books');
      const field = screen.getByRole('textbox', { name: 'From', hidden: true });
      await userEvent.type(field, `${price}{Enter}`);
      expect(field).toMatchObject({ value: price, validationMessage: 'Enter a price up to ₹1,00,00,000.' });
      expect(readCurrentUrl()).toBe('/product');
      await userEvent.clear(field);
      await userEvent.type(field, '150{Enter}');
      await waitFor(() => expect(readCurrentUrl()).toBe('/product?minPrice=150'));
    },
  );

  it.each([
    ['in Devanagari digits', '१५०', '[Tab]', 150],
    ['with a space before it', ' 150', '[Tab]', 150],
    ['with a space before it', ' 150', '[Enter]', 150],
    ['with a comma', '1,500', '[Tab]', 1500],
    ['with Indian grouping', '1,50,000', '[Enter]', 150_000],
  ])('accepts a price %s, %o, on %s', async (_, text, key, price) => {
    use(...stubShop(3).handlers);
    const { router } = await visit('/product');
    await screen.findByText('3 books');
    const field = screen.getByRole('textbox', { name: 'From', hidden: true });
    await userEvent.type(field, text);
    await userEvent.keyboard(key);
    await waitFor(() => expect(field).toHaveProperty('value', String(price)));
    expect(parseListingUrl(new URLSearchParams(router.state.location.search)).minPrice).toBe(price);
  });

  it('combines the values of one dimension, and can remove one of them', async () => {
    use(...stubShop(6).handlers);
    const { readCurrentUrl } = await visit('/product?language=English&language=मराठी');
    await screen.findByText('6 books');
    await userEvent.click(screen.getByRole('link', { name: 'Remove English' }));
    await screen.findByText('3 books');
    expect(readCurrentUrl()).toBe('/product?language=मराठी');
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Books' }));
  });

  it('sorts by price, and stops sorting when the same order is selected again', async () => {
    use(...stubShop(3).handlers);
    const { readCurrentUrl } = await visit('/product');
    await screen.findByText('3 books');
    await userEvent.click(screen.getByRole('link', { name: 'Price: high to low' }));
    await waitFor(() => expect(readTitles()).toEqual(['Godan', 'Malgudi Days', 'Gitanjali']));
    expect(readCurrentUrl()).toBe('/product?sort=highToLow');
    await userEvent.click(screen.getByRole('link', { name: /^Price: high to low/ }));
    await waitFor(() => expect(readTitles()).toEqual(['Gitanjali', 'Malgudi Days', 'Godan']));
    expect(readCurrentUrl()).toBe('/product');
  });

  it('appends the next page and updates the page number in the URL', async () => {
    use(...stubShop(45).handlers);
    const { readCurrentUrl } = await visit('/product');
    const progress = await screen.findByText('20 of 45 books');
    expect(progress.role).toBe('status');
    await userEvent.click(await screen.findByRole('link', { name: 'Load more books' }));
    await waitFor(() => expect(readTitles()).toHaveLength(40));
    expect(progress.textContent).toBe('40 of 45 books');
    expect(readCurrentUrl()).toBe('/product?page=2');
    await userEvent.click(screen.getByRole('link', { name: 'Load more books' }));
    await waitFor(() => expect(readTitles()).toHaveLength(45));
    expect(screen.queryByRole('link', { name: 'Load more books' })).toBeNull();
    expect(document.activeElement?.closest('article')?.textContent).toContain('Book 41');
  });

  it('shows all pages up to the number in its URL', async () => {
    use(...stubShop(70).handlers);
    await visit('/product?page=3');
    await waitFor(() => expect(readTitles()).toHaveLength(60));
    expect(readTitles().at(-1)).toBe('Book 60');
  });

  it('says that the next page is loading', async () => {
    const requests: unknown[] = [];
    const pendingPages = gateway.query('ListingPage', ({ variables }) => {
      requests.push(variables);
      return new Promise(() => undefined);
    });
    use(pendingPages, ...stubShop(45).handlers);
    await visit('/product');
    await userEvent.click(await screen.findByRole('link', { name: 'Load more books' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(screen.getByRole('link', { name: /more books/ }).textContent).toBe('Loading more books…');
  });

  it.each([19, 20, 25])(
    'suggests filters to browsers without scripts on page %i, and links to page 20 at most',
    async (page) => {
      // Only the first page arrives, because rendering four hundred books is slow.
      const pendingPages = gateway.query('ListingPage', () => new Promise(() => undefined));
      use(pendingPages, ...stubShop(500).handlers);
      await visit(`/product?page=${page}`);
      await screen.findByText(/^There are more books/);
      const link = screen.getByRole('link', { name: /more books/ });
      expect(link.getAttribute('href')).toBe('/product?page=20#book-20');
    },
  );

  it('offers the corrected search, with the same filters, if the search contains a typo', async () => {
    use(...stubShop(3).handlers);
    await visit(`/product?search=${misspelling}&language=%E0%A4%AE%E0%A4%B0%E0%A4%BE%E0%A4%A0%E0%A5%80`);
    const offer = await screen.findByText('Did you mean:', { exact: false });
    expect(readTitles()).toEqual(['Gitanjali']);
    const link = within(offer).getByRole('link', { name: correction });
    await userEvent.click(link);
    expect(
      await screen.findByRole('heading', { level: 1, name: `Results for “${correction}”` }),
    ).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Did you mean:', { exact: false })).toBeNull());
    expect(readTitles()).toEqual(['Gitanjali']);
    expect(screen.getByRole('link', { name: 'Remove मराठी' })).toBeDefined();
  });

  it('hides the corrected search when a filter is changed and the new listing fails to load', async () => {
    use(...stubShop(3).handlers);
    await visit(`/product?search=${misspelling}`);
    await screen.findByText('Did you mean:', { exact: false });
    use(gateway.query('Listing', () => createFailingFields('Failed to fetch products')));
    await userEvent.click(screen.getByRole('checkbox', { name: /मराठी/, hidden: true }));
    await screen.findByText('Error fetching products: Failed to fetch products');
    expect(screen.queryByText('Did you mean:', { exact: false })).toBeNull();
  });

  it('shows a message when nothing is found', async () => {
    use(...stubShop(3).handlers);
    await visit('/product?search=zzz');
    expect(
      await screen.findByRole('heading', { name: 'Sorry!! Not found the products as per the searches.' }),
    ).toBeDefined();
  });

  it('announces the number of books, and later that nothing is found, in the same status element', async () => {
    use(...stubShop(6).handlers);
    const { router } = await visit('/product?search=mal');
    const status = (await screen.findByText('1 book')).closest('[role="status"]');
    await act(() => router.navigate('/product?search=zzz'));
    await screen.findByRole('heading', { name: 'Sorry!! Not found the products as per the searches.' });
    expect(status?.textContent).toBe('0 books Sorry!! Not found the products as per the searches.');
    expect(status?.isConnected).toBe(true);
  });

  it.each([
    ['en', 'Newest', '6 books, sorted by Newest'],
    ['mr', 'सर्वांत नवीन', '6 पुस्तके, क्रम: सर्वांत नवीन'],
    ['hi', 'सबसे नई', '6 किताबें, क्रम: सबसे नई'],
  ] as const)('announces a change of the sort order in %s', async (language, order, text) => {
    use(...stubShop(6).handlers);
    await visit('/product', language);
    const status = await screen.findByText(/^6 /, { selector: '[role="status"]' });
    await userEvent.click(await screen.findByRole('link', { name: order }));
    await waitFor(() => expect(status.textContent).toBe(text));
  });

  it('shows why loading failed and retries', async () => {
    use(gateway.query('Listing', () => createFailingFields('Failed to fetch products')));
    await visit('/product');
    expect(await screen.findByText('Error fetching products: Failed to fetch products')).toBeDefined();
    expect(findSkeletons()).toHaveLength(0);
    use(...stubShop(2).handlers);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('2 books')).toBeDefined();
    screen.getByRole('checkbox', { name: /English/, hidden: true });
  });

  it('hides the number of books when a filter is changed and the new listing fails to load, until a retry succeeds', async () => {
    use(...stubShop(6).handlers);
    await visit('/product');
    await screen.findByText('6 books');
    use(gateway.query('Listing', () => createFailingFields('Failed to fetch products')));
    await userEvent.click(screen.getByRole('checkbox', { name: /English/, hidden: true }));
    await screen.findByText('Error fetching products: Failed to fetch products');
    expect(screen.queryByText('6 books')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show 6 books', hidden: true })).toBeNull();
    expect(screen.getByRole('region', { name: 'Books' }).ariaBusy).toBe('false');
    use(...stubShop(6).handlers);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('3 books');
    screen.getByRole('button', { name: 'Show 3 books', hidden: true });
  });

  it.each([
    { count: 12, state: 'open' },
    { count: 13, state: 'closed' },
  ])('shows a filter of $count languages that is initially $state', async ({ count, state }) => {
    const otherLanguages = Array.from({ length: count - 2 }, (_, index) => `Language ${index}`);
    use(...stubShop(3, 2, otherLanguages).handlers);
    const { promise, resolve } = Promise.withResolvers<void>();
    use(http.post(gatewayUrl, () => promise));
    await visit('/product');
    await screen.findByRole('navigation', { name: 'Sort by' });
    resolve();
    const english = await screen.findByRole('checkbox', { name: /English/, hidden: true });
    expect(english.closest('details')?.open).toBe(state === 'open');
  });

  it.each(['/product', '/product?language=Language+0'])(
    'announces that no filter value matches what is typed on %s',
    async (url) => {
      use(
        ...stubShop(
          3,
          2,
          Array.from({ length: 13 }, (_, index) => `Language ${index}`),
        ).handlers,
      );
      await visit(url);
      const field = await screen.findByRole('searchbox', { name: 'Find a language', hidden: true });
      const status = field.closest('details')?.querySelector('[role="status"]');
      expect(status?.textContent).toBe('');
      fireEvent.change(field, { target: { value: 'zzz' } });
      await waitFor(() => expect(status?.textContent).toBe('No matches.'));
      fireEvent.change(field, { target: { value: 'language 0' } });
      await waitFor(() => expect(status?.textContent).toBe(''));
    },
  );

  it('does not announce that no author matches until all authors have been searched', async () => {
    const requested = Promise.withResolvers<void>();
    const searched = Promise.withResolvers<void>();
    use(
      ...stubShop(3, 4664).handlers,
      gateway.query('FilterValues', async () => {
        requested.resolve();
        await searched.promise;
        return {
          products: {
            __typename: 'ProductConnection',
            facets: { __typename: 'ProductFacets', authors: [] },
          },
        };
      }),
    );
    await visit('/product');
    const field = await screen.findByRole('searchbox', { name: 'Find an author', hidden: true });
    const status = field.closest('details')?.querySelector('[role="status"]');
    fireEvent.change(field, { target: { value: 'zzz' } });
    expect(status?.textContent).toBe('');
    await requested.promise;
    expect(status?.textContent).toBe('');
    searched.resolve();
    await waitFor(() => expect(status?.textContent).toBe('No matches.'));
  });

  it('announces that no author matches even if an author is selected', async () => {
    use(
      ...stubShop(3, 4664).handlers,
      gateway.query('FilterValues', () => {
        const facets = { __typename: 'ProductFacets', authors: [createFacetValue('Premchand', 0)] };
        return { products: { __typename: 'ProductConnection', facets } };
      }),
    );
    await visit('/product?author=Premchand');
    const field = await screen.findByRole('searchbox', { name: 'Find an author', hidden: true });
    const status = field.closest('details')?.querySelector('[role="status"]');
    fireEvent.change(field, { target: { value: 'zzz' } });
    await waitFor(() => expect(status?.textContent).toBe('No matches.'));
    fireEvent.change(field, { target: { value: 'prem' } });
    await waitFor(() => expect(status?.textContent).toBe(''));
  });

  it('finds one of thousands of authors by a part of the name and keeps the selected ones visible', async () => {
    const requests: unknown[] = [];
    use(
      ...stubShop(3, 4664).handlers,
      gateway.query('FilterValues', ({ variables }) => {
        requests.push(variables);
        const facets = { __typename: 'ProductFacets', authors: [createFacetValue('विष्णु खांडेकर', 1)] };
        return { products: { __typename: 'ProductConnection', facets } };
      }),
    );
    const { readCurrentUrl } = await visit('/product?author=Premchand');
    await screen.findByText('3 books');
    expect(screen.getByText('4,662 more. Type to find one')).toBeDefined();
    await userEvent.type(screen.getByPlaceholderText('Find an author'), 'Khandekar');
    await userEvent.click(await screen.findByRole('checkbox', { name: /^विष्णु खांडेकर/, hidden: true }));
    expect(screen.getByRole('checkbox', { name: /^Premchand/, hidden: true })).toHaveProperty(
      'checked',
      true,
    );
    await waitFor(() => expect(readCurrentUrl()).toBe('/product?author=Premchand&author=विष्णु+खांडेकर'));
    const [one, other] = ['Premchand', 'विष्णु खांडेकर'];
    const searchVariables = { text: 'Khandekar', authors: true, publishers: false };
    await waitFor(() =>
      expect(requests).toEqual([
        { filter: { authors: [one] }, ...searchVariables },
        { filter: { authors: [one, other] }, ...searchVariables },
      ]),
    );
  });

  it('offers no further values if its URL selects more than 20, and says how to choose another', async () => {
    use(...stubShop(3, 30).handlers);
    const authors = Array.from({ length: 21 }, (_, index) => `author=Author+${index}`);
    const { readCurrentUrl } = await visit(`/product?${authors.join('&')}`);
    const hint = 'You can combine up to 20 filters. Remove one to choose another.';
    expect(await screen.findByText(hint)).toBeDefined();
    const english = await screen.findByRole('checkbox', { name: /^English/, hidden: true });
    expect(english).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('link', { name: 'Remove Author 7' }));
    await waitFor(() => expect(english).toHaveProperty('disabled', false));
    expect(screen.queryByText(hint)).toBeNull();
    await userEvent.click(english);
    await waitFor(() => expect(readCurrentUrl()).toContain('language=English'));
  });

  it('unchecks the 21st value if two are selected in quick succession', async () => {
    use(...stubShop(3, 30).handlers);
    const authors = Array.from({ length: 19 }, (_, index) => `author=Author+${index}`);
    await visit(`/product?${authors.join('&')}`);
    const boxes = await screen.findAllByRole('checkbox', {
      name: /^(R. K. Narayan|Premchand)/,
      hidden: true,
    });
    act(() => boxes.forEach((box) => void box.click()));
    await waitFor(() =>
      expect(boxes).toMatchObject([
        { checked: true, disabled: false },
        { checked: false, disabled: true },
      ]),
    );
  });

  it('shows that a product is loading after a click on its image, and then opens it', async () => {
    use(...stubShop(1).handlers);
    const { readCurrentUrl } = await visit('/product');
    await screen.findByText('1 book');
    const imageLink = document.querySelector('article a[aria-hidden="true"]');
    if (imageLink === null) throw new Error('The card has no image link.');
    await userEvent.click(imageLink);
    expect(readCurrentUrl()).toBe('/product');
    expect(within(screen.getByRole('article')).getByRole('status').textContent).toBe('Loading…');
    await waitFor(() => expect(readCurrentUrl()).toBe('/product/1'));
  });

  it('applies a filter selected right after a click on an image, and opens the product on the next click', async () => {
    use(...stubShop(1).handlers);
    const { router, readCurrentUrl } = await visit('/product');
    const filter = await screen.findByRole('checkbox', { name: 'Available now', hidden: true });
    await screen.findByText('1 book');
    const clickImage = () =>
      document.querySelector<HTMLAnchorElement>('article a[aria-hidden="true"]')?.click();
    act(() => {
      clickImage();
      filter.click();
    });
    await waitFor(() => expect(readCurrentUrl()).toBe('/product?available=true'));
    await waitFor(() => expect(within(screen.getByRole('article')).queryByRole('status')).toBeNull());
    await act(() => router.navigate(-1));
    await waitFor(() => expect(filter).toHaveProperty('checked', false));
    expect(within(screen.getByRole('article')).queryByRole('status')).toBeNull();
    act(clickImage);
    expect(within(screen.getByRole('article')).getByRole('status').textContent).toBe('Loading…');
    await waitFor(() => expect(readCurrentUrl()).toBe('/product/1'));
  });
});
