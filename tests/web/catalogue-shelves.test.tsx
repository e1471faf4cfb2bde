// @vitest-environment jsdom
import { configure, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { serveGateway } from './account-gateway.ts';
import { shelf, shopWith } from './catalogue-books.ts';
import { visit } from './catalogue-visit.tsx';
import { gateway } from './gateway-stub.ts';

configure({ asyncUtilTimeout: 15_000 });

const { use } = serveGateway();

function serveShelves(operation: string, shelves: unknown[]): void {
  use(gateway.query(operation, () => HttpResponse.json({ data: { shelves } })));
}

function serveShelf(operation: string, found: unknown): void {
  use(gateway.query(operation, () => HttpResponse.json({ data: { shelf: found } })));
}

describe('the page of a category', () => {
  it('lists its books with ADD buttons, its count in the breadcrumb and the best products', async () => {
    const shop = shopWith(3);
    use(...shop.handlers);
    serveShelf('CategoryShelf', shelf('Category', 'Poetry & Songs', 3));
    await visit(`/category/${encodeURIComponent('Poetry & Songs')}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Poetry & Songs' })).toBeDefined();
    const trail = screen.getByRole('navigation', { name: 'Breadcrumbs' });
    expect(trail.textContent).toBe('HomeCategoriesPoetry & Songs');
    expect(await screen.findByText('(3 items)')).toBeDefined();
    const books = screen.getByRole('region', { name: 'Books' });
    const buttons = await within(books).findAllByRole('button', { name: /^ADD: / });
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['ADD', 'ADD', 'ADD']);
    expect(await screen.findByRole('heading', { name: 'Our Best Products' })).toBeDefined();
    expect(shop.asked[0]?.filter).toEqual({ categories: ['Poetry & Songs'] });
  });

  it('says that there is no such category', async () => {
    use(...shopWith(0).handlers);
    serveShelf('CategoryShelf', null);
    await visit('/category/Nothing');
    expect(await screen.findByRole('heading', { name: 'This page is not in our shelves' })).toBeDefined();
  });
});

describe('the page of a language', () => {
  it('has a drawer of all languages', async () => {
    use(...shopWith(2).handlers);
    serveShelf('LanguageShelf', shelf('Language', 'मराठी', 2));
    serveShelves('LanguageShelves', [shelf('Language', 'मराठी', 2), shelf('Language', 'हिन्दी', 5)]);
    await visit('/language/मराठी');
    const crumb = await screen.findByRole('button', { name: 'Language' });
    const drawer = document.getElementById(crumb.getAttribute('popovertarget') ?? '');
    if (drawer === null) throw new Error('The crumb opens nothing.');
    expect(within(drawer).getByRole('heading', { name: 'Languages', hidden: true })).toBeDefined();
    const hindi = await within(drawer).findByRole('link', { name: /हिन्दी/, hidden: true });
    expect(decodeURIComponent(hindi.getAttribute('href') ?? '')).toBe('/language/हिन्दी');
  });
});

describe('the lists', () => {
  it.each([
    ['/category', 'CategoryShelves', 'No categories available.'],
    ['/publisher', 'PublisherShelves', 'No Publishers Available'],
    ['/author', 'AuthorShelves', 'No Authors Available'],
  ])('%s says when it is empty', async (address, operation, text) => {
    serveShelves(operation, []);
    await visit(address);
    expect(await screen.findByRole('heading', { name: text })).toBeDefined();
  });

  it('lead to an author by the encoded name, and find one among many', async () => {
    const authors = Array.from({ length: 80 }, (_, n) => shelf('Author', `Author ${n}/${n}`, 1));
    serveShelves('AuthorShelves', authors);
    const { address } = await visit('/author');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Find an author' }), '79/{Enter}');
    await waitFor(() => expect(address()).toBe('/author?search=79/'));
    const card = await screen.findByRole('link', { name: /Author 79/ });
    expect(card.getAttribute('href')).toBe('/author/Author%2079%2F79');
  });

  it('show a long list page by page', async () => {
    serveShelves(
      'AuthorShelves',
      Array.from({ length: 80 }, (_, n) => shelf('Author', `Author ${n}`, 1)),
    );
    await visit('/author');
    await userEvent.click(await screen.findByRole('link', { name: 'Show more' }));
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^Author \d/ })).toHaveLength(80));
  });
});

describe('a category that is chosen', () => {
  it('opens when it has books', async () => {
    use(...shopWith(2).handlers);
    serveShelves('CategoryShelves', [shelf('Category', 'Poetry', 2)]);
    serveShelf('CategoryShelf', shelf('Category', 'Poetry', 2));
    const { address } = await visit('/category');
    await userEvent.click(await screen.findByRole('link', { name: /Poetry/ }));
    await waitFor(() => expect(address()).toBe('/category/Poetry'));
  });

  it('stays closed with an alert when it has none', async () => {
    use(...shopWith(0).handlers);
    serveShelves('CategoryShelves', [shelf('Category', 'Calendars', 0)]);
    const { address } = await visit('/category');
    await userEvent.click(await screen.findByRole('link', { name: /Calendars/ }));
    const alert = await screen.findByRole('alertdialog');
    expect(alert.textContent).toContain('No products available for this category');
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
    expect(address()).toBe('/category');
  });

  it('says what stands in the way of its products', async () => {
    use(gateway.query('Listing', () => HttpResponse.json({ errors: [{ message: 'No answer' }] })));
    serveShelves('CategoryShelves', [shelf('Category', 'Poetry', 2)]);
    await visit('/category');
    await userEvent.click(await screen.findByRole('link', { name: /Poetry/ }));
    const alert = await screen.findByRole('alertdialog');
    expect(alert.textContent).toContain('Error fetching products: No answer');
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
  });
});
