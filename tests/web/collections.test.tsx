// @vitest-environment jsdom
import { configure, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { CategoriesQueryVariables } from '#web/catalogue/Collections.generated.ts';
import { serveGateway } from './account-gateway.ts';
import { createFailingFields, gateway, type ReceivedOperation } from './gateway-stub.ts';
import { collection, shopWith } from './products.ts';
import { visit } from './visit.tsx';

configure({ asyncUtilTimeout: 15_000 });

const { use } = serveGateway();

/** Serves a paginated list of collections, with indexes as cursors. Returns the received variables. */
function serveCollections(
  operation: string,
  collections: Array<{ name: string }>,
): Array<Record<string, unknown>> {
  const requests: Array<Record<string, unknown>> = [];
  use(
    gateway.query(operation, ({ variables }: ReceivedOperation<CategoriesQueryVariables>) => {
      requests.push(variables);
      const { initial, first, after, last, before } = variables;
      const search = variables.search ?? '';
      const found = collections.filter(
        ({ name }) =>
          name.toLowerCase().includes(search.toLowerCase()) && (!initial || name.startsWith(initial)),
      );
      const start = first ? Number(after ?? 0) : Math.max(0, Number(before) - Number(last));
      const nodes = found.slice(start, start + Number(first ?? last));
      const pageInfo = {
        __typename: 'PageInfo',
        startCursor: String(start),
        endCursor: String(start + nodes.length),
        hasPreviousPage: start > 0,
        hasNextPage: start + nodes.length < found.length,
      };
      const letters = [...new Set(collections.map(({ name }) => name.charAt(0)))];
      const initials = letters.map((letter) => ({
        __typename: 'NameInitial',
        letter,
        count: collections.filter(({ name }) => name.startsWith(letter)).length,
      }));
      return { collections: { nodes, totalCount: found.length, pageInfo, initials } };
    }),
  );
  return requests;
}

function serveCollection(operation: string, found: unknown): void {
  use(gateway.query(operation, () => ({ category: found, language: found })));
}

describe('a category page', () => {
  it('lists its products with ADD buttons, the item count and the best products', async () => {
    const shop = shopWith(3);
    use(...shop.handlers);
    serveCollection('CategoryByName', collection('Category', 'Poetry & Songs', 3));
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
    use(...shopWith(0).handlers);
    serveCollection('CategoryByName', null);
    use(gateway.query('SimilarCollections', () => ({ collections: { nodes: [] } })));
    await visit('/category/Nothing');
    expect(await screen.findByRole('heading', { name: "We couldn't find that page" })).toBeDefined();
  });

  it('redirects from the name in another case', async () => {
    const novels = collection('Category', 'Novels', 2);
    use(
      ...shopWith(2).handlers,
      gateway.query('CategoryByName', ({ variables }) => ({
        category: variables.name === 'Novels' ? novels : null,
      })),
      gateway.query('SimilarCollections', () => ({ collections: { nodes: [novels] } })),
    );
    const { currentUrl } = await visit('/category/novels?sort=newest');
    expect(await screen.findByRole('heading', { level: 1, name: 'Novels' })).toBeDefined();
    expect(currentUrl()).toBe('/category/Novels?sort=newest');
  });
});

describe('a language page', () => {
  it('has a drawer of all languages', async () => {
    use(...shopWith(2).handlers);
    serveCollection('LanguageByName', collection('Language', 'मराठी', 2));
    const collections = [collection('Language', 'मराठी', 2), collection('Language', 'हिन्दी', 5)];
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

describe('the index pages', () => {
  it.each([
    ['/category', 'Categories', 'No categories available.'],
    ['/publisher', 'Publishers', 'No Publishers Available'],
    ['/author', 'Authors', 'No Authors Available'],
  ])('%s shows a message when it is empty', async (path, operation, text) => {
    serveCollections(operation, []);
    await visit(path);
    expect(await screen.findByRole('heading', { name: text })).toBeDefined();
  });

  it('link to an author by the encoded name, and search the names', async () => {
    const authors = Array.from({ length: 80 }, (_, n) => collection('Author', `Author ${n}/${n}`, 1));
    serveCollections('Authors', authors);
    const { currentUrl } = await visit('/author');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Find an author' }), '79/{Enter}');
    await waitFor(() => expect(currentUrl()).toBe('/author?search=79/'));
    const card = await screen.findByRole('link', { name: /Author 79/ });
    expect(card.getAttribute('href')).toBe('/author/Author%2079%2F79');
  });

  it('paginate a long list forwards and backwards', async () => {
    const names = Array.from({ length: 80 }, (_, n) => `Author ${n}`);
    const requests = serveCollections(
      'Authors',
      names.map((name) => collection('Author', name, 1)),
    );
    const { currentUrl } = await visit('/author');
    const listPaths = () =>
      screen.getAllByRole('link', { name: /^Author \d/ }).map((link) => link.getAttribute('href'));
    await userEvent.click(await screen.findByRole('link', { name: 'Next' }));
    await waitFor(() => expect(listPaths()).toHaveLength(20));
    expect(currentUrl()).toBe('/author?after=60');
    expect(screen.queryByRole('link', { name: 'Next' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Previous' }));
    await waitFor(() => expect(listPaths()).toHaveLength(60));
    expect(requests).toEqual([{ first: 60 }, { first: 60, after: '60' }, { last: 60, before: '60' }]);
  });

  it('have links to the first letters of a long list', async () => {
    const names = ['टिळक', ...Array.from({ length: 70 }, (_, n) => `Author ${n}`)];
    serveCollections(
      'Authors',
      names.map((name) => collection('Author', name, 1)),
    );
    const { currentUrl } = await visit('/author');
    const letters = within(await screen.findByRole('navigation', { name: 'Browse by first letter' }));
    await userEvent.click(letters.getByRole('link', { name: 'ट (1)' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Author/ })).toBeNull());
    expect(currentUrl()).toBe('/author?letter=ट');
    expect(await screen.findByRole('link', { name: /^टिळक/ })).toBeDefined();
    expect(letters.getByRole('link', { name: 'ट (1)' }).getAttribute('aria-current')).toBe('true');
  });
});

describe('a click on a category', () => {
  it('opens a category that has products', async () => {
    use(...shopWith(2).handlers);
    serveCollections('Categories', [collection('Category', 'Poetry', 2)]);
    serveCollection('CategoryByName', collection('Category', 'Poetry', 2));
    const { currentUrl } = await visit('/category');
    await userEvent.click(await screen.findByRole('link', { name: /Poetry/ }));
    await waitFor(() => expect(currentUrl()).toBe('/category/Poetry'));
  });

  it('shows an alert for a category without products', async () => {
    use(...shopWith(0).handlers);
    serveCollections('Categories', [collection('Category', 'Calendars', 0)]);
    const { currentUrl } = await visit('/category');
    await userEvent.click(await screen.findByRole('link', { name: /Calendars/ }));
    const alert = await screen.findByRole('alertdialog');
    expect(alert.textContent).toContain('No products available for this category');
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
    expect(currentUrl()).toBe('/category');
  });

  it('shows why the products could not be loaded', async () => {
    use(gateway.query('Listing', () => createFailingFields('Failed to fetch products')));
    serveCollections('Categories', [collection('Category', 'Poetry', 2)]);
    await visit('/category');
    await userEvent.click(await screen.findByRole('link', { name: /Poetry/ }));
    const alert = await screen.findByRole('alertdialog');
    expect(alert.textContent).toContain('Error fetching products: Failed to fetch products');
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
  });
});
