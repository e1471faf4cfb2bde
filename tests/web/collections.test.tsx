// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { ListingDocument } from '#web/catalogue/Listing.generated.ts';
import type { CategoriesQueryVariables } from '#web/features/collections/Collections.generated.ts';
import { toasts } from '#web/ui/toast/toasts.ts';
import { serveGateway } from './account-gateway.ts';
import { createFailingFields, gateway, gatewayUrl, type ReceivedOperation } from './gateway-stub.ts';
import { createCollection, stubShop } from './products.ts';
import { clickButton } from './render-routes.tsx';
import { findSkeletons, visit } from './visit.tsx';

const { use } = serveGateway();

/** Serves a list of collections in numbered pages. Returns the received variables. */
function serveCollections(
  operation: string,
  collections: Array<{ name: string }>,
  products: ReadonlyArray<{ id: string; name: string }> = [],
): Array<Record<string, unknown>> {
  const requests: Array<Record<string, unknown>> = [];
  use(
    gateway.query(operation, ({ variables }: ReceivedOperation<CategoriesQueryVariables>) => {
      requests.push(variables);
      const { initial, first, offset } = variables;
      const search = variables.search ?? '';
      const found = collections.filter(
        ({ name }) =>
          name.toLowerCase().includes(search.toLowerCase()) && (!initial || name.startsWith(initial)),
      );
      const start = offset ?? 0;
      const pageInfo = { __typename: 'PageInfo', endCursor: null, hasNextPage: false };
      const edges = products.map((node) => ({ __typename: 'ProductEdge', cursor: node.id, node }));
      const nodes = found.slice(start, start + Number(first)).map((node) => ({
        ...node,
        products: { __typename: 'ProductConnection', edges, pageInfo },
      }));
      const letters = [...new Set(collections.map(({ name }) => name.charAt(0)))];
      const initials = letters.map((letter) => ({
        __typename: 'NameInitial',
        letter,
        count: collections.filter(({ name }) => name.startsWith(letter)).length,
      }));
      return { collections: { nodes, totalCount: found.length, initials } };
    }),
  );
  return requests;
}

function serveCollection(operation: string, collection: unknown): void {
  use(gateway.query(operation, () => ({ category: collection, language: collection })));
}

describe('a category page', () => {
  it('lists its products with ADD buttons, the item count and the best products', async () => {
    const shop = stubShop(3);
    use(...shop.handlers);
    serveCollection('CategoryByName', createCollection('Category', 'Poetry & Songs', 3));
    await visit(`/category/${encodeURIComponent('Poetry & Songs')}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Poetry & Songs' })).toBeDefined();
    const breadcrumbs = screen.getByRole('navigation', { name: 'Breadcrumbs' });
    expect(breadcrumbs.textContent).toBe('HomeCategoriesPoetry & Songs');
    expect(await screen.findByText('(3 items)')).toBeDefined();
    const books = screen.getByRole('region', { name: 'Books' });
    const buttons = await within(books).findAllByRole('button', { name: /^ADD: / });
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['ADD', 'ADD', 'ADD']);
    expect(await screen.findByRole('heading', { name: 'Our Best Products' })).toBeDefined();
    expect(shop.requests[0]?.filter).toEqual({ categories: ['Poetry & Songs'] });
  });

  it('shows the not-found page for an unknown category', async () => {
    use(...stubShop(0).handlers);
    serveCollection('CategoryByName', null);
    use(gateway.query('SimilarCollections', () => ({ collections: { nodes: [], correctedSearch: null } })));
    await visit('/category/Nothing');
    expect(await screen.findByRole('heading', { name: "We couldn't find that page" })).toBeDefined();
  });

  it('redirects from a name in another letter case to the canonical URL', async () => {
    const novels = createCollection('Category', 'Novels', 2);
    use(
      ...stubShop(2).handlers,
      gateway.query('CategoryByName', ({ variables }) => ({
        category: variables.name === 'Novels' ? novels : null,
      })),
      gateway.query('SimilarCollections', () => ({
        collections: { nodes: [novels], correctedSearch: null },
      })),
    );
    const { readCurrentUrl } = await visit('/category/novels?sort=newest');
    expect(await screen.findByRole('heading', { level: 1, name: 'Novels' })).toBeDefined();
    expect(readCurrentUrl()).toBe('/category/Novels?sort=newest');
  });

  it('shows the not-found page, not a redirect loop, for a category that only the search finds', async () => {
    use(...stubShop(0).handlers);
    serveCollection('CategoryByName', null);
    const novels = createCollection('Category', 'Novels', 2);
    use(
      gateway.query('SimilarCollections', () => ({
        collections: { nodes: [novels], correctedSearch: null },
      })),
    );
    await visit('/category/Novels');
    expect(await screen.findByRole('heading', { name: "We couldn't find that page" })).toBeDefined();
  });
});

describe('an author page', () => {
  it('shows the initial of the author, not a placeholder, beside an error', async () => {
    use(...stubShop(1).handlers);
    use(gateway.query('AuthorByName', () => createFailingFields('Not now.')));
    await visit('/author/Premchand');
    await screen.findByText('P');
    expect(findSkeletons()).toHaveLength(0);
  });
});

describe('a language page', () => {
  it('has a drawer of all languages', async () => {
    use(...stubShop(2).handlers);
    serveCollection('LanguageByName', createCollection('Language', 'मराठी', 2));
    const collections = [createCollection('Language', 'मराठी', 2), createCollection('Language', 'हिन्दी', 5)];
    use(gateway.query('Languages', () => ({ languages: collections })));
    await visit('/language/मराठी');
    const breadcrumb = await screen.findByRole('button', { name: 'Language' });
    const drawer = document.getElementById(breadcrumb.getAttribute('popovertarget') ?? '');
    if (drawer === null) throw new Error('The breadcrumb has no drawer.');
    expect(within(drawer).getByRole('heading', { name: 'Languages', hidden: true })).toBeDefined();
    const hindi = await within(drawer).findByRole('link', { name: /हिन्दी/, hidden: true });
    expect(decodeURIComponent(hindi.getAttribute('href') ?? '')).toBe('/language/हिन्दी');
  });
});

describe('the pages that list collections', () => {
  it.each([
    ['/category', 'Categories', 'No categories available.'],
    ['/publisher', 'Publishers', 'No Publishers Available'],
    ['/author', 'Authors', 'No Authors Available'],
  ])('show a message at %s when the list is empty', async (path, operation, text) => {
    serveCollections(operation, []);
    await visit(path);
    expect(await screen.findByRole('heading', { name: text })).toBeDefined();
  });

  it('link to an author by the encoded name, and search the names', async () => {
    const authors = Array.from({ length: 80 }, (_, n) => createCollection('Author', `Author ${n}/${n}`, 1));
    serveCollections('Authors', authors);
    const { readCurrentUrl } = await visit('/author');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Find an author' }), '79/{Enter}');
    await waitFor(() => expect(readCurrentUrl()).toBe('/author?search=79/'));
    const card = await screen.findByRole('link', { name: /Author 79/ });
    expect(card.getAttribute('href')).toBe('/author/Author%2079%2F79');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  it("show the titles of an author's books in the script of the page, if transliterations are known", async () => {
    const createBook = (id: string, name: string, transliteratedName: string | null) => ({
      __typename: 'Product',
      id,
      name,
      transliteratedName,
      thumbnail: null,
    });
    const titles = [createBook('1', 'ययाति', 'Yayati'), createBook('2', 'अमृतवेल', null)];
    serveCollections('Authors', [createCollection('Author', 'वि. स. खांडेकर', 2)], titles);
    await visit('/author');
    const card = await screen.findByRole('link', { name: /खांडेकर/ });
    expect(card.textContent).toContain('2 booksYayati, अमृतवेल');
    expect(within(card).getByText('अमृतवेल').getAttribute('lang')).toBe('mr');
    expect(within(card).getByText('Yayati').getAttribute('lang')).toBe('en');
  });

  it("show covers of a category's first books on its card, and skip books without one", async () => {
    const createBook = (id: number, thumbnail: string | null) => ({
      __typename: 'Product',
      id: String(id),
      name: `Book ${id}`,
      transliteratedName: null,
      thumbnail,
    });
    const books = [
      createBook(1, '/1.png'),
      createBook(2, null),
      createBook(3, '/3.png'),
      createBook(4, '/4.png'),
    ];
    serveCollections('Categories', [createCollection('Category', 'Poetry', 4)], books);
    await visit('/category');
    const card = await screen.findByRole('link', { name: /Poetry/ });
    const covers = [...card.querySelectorAll('img')].map((image) => image.getAttribute('src'));
    expect(covers).toEqual(['/1.png', '/3.png', '/4.png']);
  });

  it('show no placeholders beside an error', async () => {
    use(gateway.query('Authors', () => createFailingFields('Not now.')));
    await visit('/author?letter=A');
    await screen.findByText('Failed to fetch authors');
    expect(findSkeletons()).toHaveLength(0);
  });

  it('have numbered pages when the list is long', async () => {
    const names = Array.from({ length: 500 }, (_, n) => `Author ${n}`);
    const requests = serveCollections(
      'Authors',
      names.map((name) => createCollection('Author', name, 1)),
    );
    const { readCurrentUrl } = await visit('/author?letter=A');
    // The navigation is looked up again each time, because each page of the list replaces it.
    const findPages = async () => within(await screen.findByRole('navigation', { name: 'Pages' }));
    const listPages = async () =>
      (await findPages()).getAllByRole('link').map((link) => link.getAttribute('aria-label'));
    const findAuthor = (n: number) => screen.findByRole('link', { name: new RegExp(`^Author ${n}`) });
    expect(await listPages()).toEqual(['Page 1', 'Page 2', 'Page 9', 'Next']);
    expect((await findPages()).getByRole('link', { current: 'page' }).textContent).toBe('1');
    await userEvent.click((await findPages()).getByRole('link', { name: 'Page 9' }));
    await findAuthor(499);
    expect(readCurrentUrl()).toBe('/author?letter=A&page=9');
    expect(await listPages()).toEqual(['Previous', 'Page 1', 'Page 8', 'Page 9']);
    await waitFor(() => expect(document.title).toMatch(/^Authors: A, page 9 /));
    await userEvent.click((await findPages()).getByRole('link', { name: 'Previous' }));
    await findAuthor(420);
    expect(await listPages()).toEqual(['Previous', 'Page 1', 'Page 7', 'Page 8', 'Page 9', 'Next']);
    await userEvent.click((await findPages()).getByRole('link', { name: 'Page 1' }));
    await findAuthor(0);
    expect(readCurrentUrl()).toBe('/author?letter=A');
    expect(requests).toEqual([
      { initial: 'A', first: 60 },
      { initial: 'A', first: 60, offset: 480 },
      { initial: 'A', first: 60, offset: 420 },
    ]);
  });

  it('announce another page of the list and focus the heading, also if the page is cached', async () => {
    const authors = Array.from({ length: 70 }, (_, n) => createCollection('Author', `Author ${n}`, 1));
    serveCollections('Authors', authors);
    await visit('/author');
    const heading = await screen.findByRole('heading', { level: 1, name: 'Authors' });
    const announcer = document.querySelector('p[aria-live="polite"]');
    for (const [link, title] of [
      ['Next', /^Authors, page 2 /],
      ['Previous', /^Authors –/],
      ['Page 2', /^Authors, page 2 /],
    ] as const) {
      await userEvent.click(await screen.findByRole('link', { name: link }));
      await waitFor(() => expect(announcer?.textContent).toMatch(title));
      expect(document.activeElement).toBe(heading);
      act(() => heading.blur());
    }
  });

  it('announce the results of a search and keep the focus in its field', async () => {
    const authors = Array.from({ length: 70 }, (_, n) => createCollection('Author', `Author ${n}`, 1));
    serveCollections('Authors', authors);
    await visit('/author');
    await screen.findByRole('link', { name: /^Author 59/ });
    const field = screen.getByRole('searchbox', { name: 'Find an author' });
    await userEvent.type(field, 'author 1{Enter}');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('11 in total'));
    await userEvent.clear(field);
    await userEvent.type(field, 'zzz{Enter}');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('No matches.'));
    expect(document.activeElement).toBe(field);
    await userEvent.click(await screen.findByRole('link', { name: 'Show all' }));
    await waitFor(() => expect(field).toHaveProperty('value', ''));
  });

  it('announce a chosen letter and keep the focus on it', async () => {
    const authors = Array.from({ length: 70 }, (_, n) => createCollection('Author', `Author ${n}`, 1));
    serveCollections('Authors', authors);
    await visit('/author');
    const letter = await screen.findByRole('link', { name: 'A (70)' });
    await userEvent.click(letter);
    const announcer = document.querySelector('p[aria-live="polite"]');
    await waitFor(() => expect(announcer?.textContent).toMatch(/^Authors: A /));
    expect(document.activeElement).toBe(letter);
  });

  it.each(['/author?page=3', '/author?page=x', '/author?page=99999999999'])(
    'show the authors at %s, or a link to them if the page number is too high',
    async (path) => {
      const authors = Array.from({ length: 70 }, (_, n) => createCollection('Author', `Author ${n}`, 1));
      serveCollections('Authors', authors);
      const { readCurrentUrl } = await visit(path);
      if (!path.endsWith('x')) {
        const showAll = await screen.findByRole('link', { name: 'Show all' });
        expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
        await userEvent.click(showAll);
      }
      expect(await screen.findByRole('link', { name: /^Author 59/ })).toBeDefined();
      expect(readCurrentUrl()).toBe(path.endsWith('x') ? path : '/author');
    },
  );

  it('can be filtered by the first letter of the names if the list is long', async () => {
    const names = ['टिळक', ...Array.from({ length: 70 }, (_, n) => `Author ${n}`)];
    serveCollections(
      'Authors',
      names.map((name) => createCollection('Author', name, 1)),
    );
    const { readCurrentUrl } = await visit('/author');
    const letters = within(await screen.findByRole('navigation', { name: 'Browse by first letter' }));
    await userEvent.click(letters.getByRole('link', { name: 'ट (1)' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Author/ })).toBeNull());
    expect(readCurrentUrl()).toBe('/author?letter=ट');
    expect(await screen.findByRole('link', { name: /^टिळक/ })).toBeDefined();
    expect(letters.getByRole('link', { name: 'ट (1)' }).getAttribute('aria-current')).toBe('true');
  });
});

describe('a click on a category', () => {
  it('opens a category that has products', async () => {
    use(...stubShop(2).handlers);
    serveCollections('Categories', [createCollection('Category', 'Poetry', 2)]);
    serveCollection('CategoryByName', createCollection('Category', 'Poetry', 2));
    const { readCurrentUrl } = await visit('/category');
    await userEvent.click(await screen.findByRole('link', { name: /Poetry/ }));
    await waitFor(() => expect(readCurrentUrl()).toBe('/category/Poetry'));
  });

  it.each([0, 2])('does nothing once the shopper has left the page: %i products', async (count) => {
    const shop = stubShop(count);
    use(...shop.handlers);
    serveCollections('Categories', [createCollection('Category', 'Poetry', count)]);
    const { client, router, readCurrentUrl } = await visit('/category');
    const card = await screen.findByRole('link', { name: /Poetry/ });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    // A handler that returns no response passes the request on to the next one.
    use(http.post(gatewayUrl, () => released));
    await userEvent.click(card);
    await act(() => router.navigate('/elsewhere'));
    release();
    await waitFor(() => {
      const [variables] = shop.requests;
      expect(variables && client.readQuery({ query: ListingDocument, variables })).toMatchObject({
        products: { totalCount: count },
      });
    });
    // Alerts are shown one after another, so this one would wait for an alert of the click.
    const closed = toasts.alert({ title: 'Another alert', confirmText: 'OK' });
    await screen.findByRole('alertdialog', { name: 'Another alert' });
    await clickButton('OK');
    await closed;
    expect(router.state.navigation.state).toBe('idle');
    expect(readCurrentUrl()).toBe('/elsewhere');
  });

  it('shows an alert for a category without products', async () => {
    use(...stubShop(0).handlers);
    serveCollections('Categories', [createCollection('Category', 'Calendars', 0)]);
    const { readCurrentUrl } = await visit('/category');
    await userEvent.click(await screen.findByRole('link', { name: /Calendars/ }));
    const alert = await screen.findByRole('alertdialog');
    expect(alert.textContent).toContain('No products available for this category');
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
    expect(readCurrentUrl()).toBe('/category');
  });

  it('shows why the products could not be loaded', async () => {
    use(gateway.query('Listing', () => createFailingFields('Failed to fetch products')));
    serveCollections('Categories', [createCollection('Category', 'Poetry', 2)]);
    await visit('/category');
    await userEvent.click(await screen.findByRole('link', { name: /Poetry/ }));
    const alert = await screen.findByRole('alertdialog');
    expect(alert.textContent).toContain('Error fetching products: Failed to fetch products');
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
  });
});
