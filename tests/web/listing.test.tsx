// @vitest-environment jsdom
import { configure, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { serveGateway } from './account-gateway.ts';
import { failing, gateway } from './gateway-stub.ts';
import { book, facet, shopWith } from './products.ts';
import { visit } from './visit.tsx';

configure({ asyncUtilTimeout: 15_000 });

const { use } = serveGateway();

function titles(): Array<string | null> {
  const books = screen.getByRole('region', { name: 'Books' });
  return within(books)
    .queryAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
}

describe('the general listing', () => {
  it('shows the books of the search, filter and sort in its address', async () => {
    const shop = shopWith(6);
    use(...shop.handlers);
    await visit('/product?search=mal&language=English&sort=highToLow&sort=nonsense');
    expect(await screen.findByText('1 book')).toBeDefined();
    expect(titles()).toEqual(['Malgudi Days']);
    expect(shop.asked[0]).toEqual({
      search: 'mal',
      filter: { languages: ['English'] },
      sort: 'PRICE_HIGH_TO_LOW',
      first: 20,
    });
  });

  it('puts a chosen filter into the address and starts from the first page', async () => {
    use(...shopWith(6).handlers);
    const { address } = await visit('/product?page=4');
    await userEvent.click(await screen.findByRole('checkbox', { name: /English/, hidden: true }));
    await screen.findByText('3 books');
    expect(address()).toBe('/product?language=English');
    expect(titles()).toEqual(['Malgudi Days', 'Shyamchi Aai', 'Batatyachi Chal']);
  });

  it('joins the values of one dimension and lifts them one by one', async () => {
    use(...shopWith(6).handlers);
    const { address } = await visit('/product?language=English&language=मराठी');
    await screen.findByText('6 books');
    await userEvent.click(screen.getByRole('link', { name: 'Remove English' }));
    await screen.findByText('3 books');
    expect(address()).toBe('/product?language=मराठी');
  });

  it('sorts by price, and no longer when the same sort is chosen again', async () => {
    use(...shopWith(3).handlers);
    const { address } = await visit('/product');
    await screen.findByText('3 books');
    await userEvent.click(screen.getByRole('link', { name: 'High to low' }));
    await waitFor(() => expect(titles()).toEqual(['Godan', 'Malgudi Days', 'Gitanjali']));
    expect(address()).toBe('/product?sort=highToLow');
    await userEvent.click(screen.getByRole('link', { name: /^High to low/ }));
    await waitFor(() => expect(titles()).toEqual(['Gitanjali', 'Malgudi Days', 'Godan']));
    expect(address()).toBe('/product');
  });

  it('puts the next page below and its number into the address', async () => {
    use(...shopWith(45).handlers);
    const { address } = await visit('/product');
    await userEvent.click(await screen.findByRole('link', { name: 'Load more books' }));
    await waitFor(() => expect(titles()).toHaveLength(40));
    expect(address()).toBe('/product?page=2');
    await userEvent.click(screen.getByRole('link', { name: 'Load more books' }));
    await waitFor(() => expect(titles()).toHaveLength(45));
    expect(screen.queryByRole('link', { name: 'Load more books' })).toBeNull();
  });

  it('shows as many pages as its address says', async () => {
    use(...shopWith(70).handlers);
    await visit('/product?page=3');
    await waitFor(() => expect(titles()).toHaveLength(60));
    expect(titles().at(-1)).toBe('Book 60');
  });

  it('ends after twenty pages, and says how to see what lies behind them', async () => {
    const facets = {
      __typename: 'ProductFacets',
      categories: [],
      languages: [],
      publishers: [],
      authors: [],
    };
    const products = {
      __typename: 'ProductConnection',
      edges: [{ __typename: 'ProductEdge', cursor: 'c', node: book(1) }],
      // Nothing more is fetched, as when the pages of the address are there already.
      pageInfo: {
        __typename: 'PageInfo',
        startCursor: 'c',
        endCursor: null,
        hasNextPage: true,
        hasPreviousPage: false,
      },
      totalCount: 500,
      facets: { ...facets, publisherCount: 0, authorCount: 0 },
    };
    use(gateway.query('Listing', () => ({ products })));
    await visit('/product?page=10000');
    expect(await screen.findByText(/^There are more books/)).toBeDefined();
    expect(screen.getByText('1 of 500 books')).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Load more books' })).toBeNull();
  });

  it('says when nothing is found', async () => {
    use(...shopWith(3).handlers);
    await visit('/product?search=zzz');
    expect(
      await screen.findByRole('heading', { name: 'Sorry!! Not found the products as per the searches.' }),
    ).toBeDefined();
  });

  it('says what stands in the way, and tries again', async () => {
    use(gateway.query('Listing', () => failing('The shop is closed')));
    await visit('/product');
    expect(await screen.findByText('Error fetching products: The shop is closed')).toBeDefined();
    use(...shopWith(2).handlers);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('2 books')).toBeDefined();
  });

  it('finds one of thousands of authors by a part of the name, and keeps the chosen ones in sight', async () => {
    const asked: unknown[] = [];
    use(
      ...shopWith(3, 4664).handlers,
      gateway.query('FilterValues', ({ variables }) => {
        asked.push(variables);
        const facets = { __typename: 'ProductFacets', authors: [facet('विष्णु खांडेकर', 1)] };
        return { products: { __typename: 'ProductConnection', facets } };
      }),
    );
    const { address } = await visit('/product?author=Premchand');
    await screen.findByText('3 books');
    expect(screen.getByText('4,662 more. Type to find one')).toBeDefined();
    await userEvent.type(screen.getByPlaceholderText('Find an author'), 'Khandekar');
    await userEvent.click(await screen.findByRole('checkbox', { name: /^विष्णु खांडेकर/, hidden: true }));
    expect(screen.getByRole('checkbox', { name: /^Premchand/, hidden: true })).toHaveProperty(
      'checked',
      true,
    );
    await waitFor(() => expect(address()).toBe('/product?author=Premchand&author=विष्णु+खांडेकर'));
    const [one, other] = ['Premchand', 'विष्णु खांडेकर'];
    const question = { contains: 'Khandekar', authors: true, publishers: false };
    await waitFor(() =>
      expect(asked).toEqual([
        { filter: { authors: [one] }, ...question },
        { filter: { authors: [one, other] }, ...question },
      ]),
    );
  });

  it('opens a book half a second after a click on its picture', async () => {
    use(...shopWith(1).handlers);
    const { address } = await visit('/product');
    await screen.findByText('1 book');
    const picture = document.querySelector('article a[aria-hidden="true"]');
    if (picture === null) throw new Error('The card has no picture.');
    await userEvent.click(picture);
    expect(address()).toBe('/product');
    expect(within(screen.getByRole('article')).getByRole('status').textContent).toBe('Loading…');
    await waitFor(() => expect(address()).toBe('/product/1'));
  });
});
