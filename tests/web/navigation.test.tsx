// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { NavigationProgress } from '#web/app/shell/NavigationProgress.tsx';
import { SearchForm } from '#web/features/search/SearchForm.tsx';
import { pageShown } from '#web/routing/page-head.tsx';
import { serveGateway } from './account-gateway.ts';
import { gateway } from './gateway-stub.ts';
import { createBook, createBookDetails, stubShop } from './products.ts';
import { renderComponent } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { visit } from './visit.tsx';

const { use } = serveGateway();

beforeEach(() => {
  document.head.replaceChildren();
});

/** Serves a book and a related one. The details of the related one are sent once `release` is called. */
function serveTwoBooks(): { release: () => void } {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  use(
    gateway.query('Product', async ({ variables }) => {
      const product =
        variables.sku === '2'
          ? createBookDetails({ related: [createBook(4)] })
          : createBookDetails({ ...createBook(4), description: 'A mother and her son' });
      if (variables.sku !== '2') await released;
      return { product };
    }),
  );
  return { release };
}

const readHead = (selector: string, attribute: string) =>
  [...document.head.querySelectorAll(selector)].map((element) => element.getAttribute(attribute));

describe('a navigation within the shop', () => {
  it('updates the canonical URL, the robots and Open Graph tags and the structured data', async () => {
    const { release } = serveTwoBooks();
    await visit('/product/2');
    await screen.findByRole('heading', { level: 1, name: 'Malgudi Days' });
    const readCanonicalUrls = () => readHead('link[rel="canonical"]', 'href');
    // An effect updates the head, possibly one task after the heading appears.
    await waitFor(() => expect(readCanonicalUrls()).toEqual([`${window.location.origin}/product/2`]));
    await userEvent.click(screen.getByRole('link', { name: 'Shyamchi Aai' }));
    // The details of the book have not loaded yet.
    await waitFor(() => expect(readHead('meta[name="robots"]', 'content')).toEqual(['noindex']));
    expect(readCanonicalUrls()).toEqual([]);
    release();
    await screen.findByRole('heading', { level: 1, name: 'Shyamchi Aai' });
    await waitFor(() => expect(readCanonicalUrls()).toEqual([`${window.location.origin}/product/4`]));
    expect(readHead('meta[name="robots"]', 'content')).toEqual([]);
    expect(readHead('meta[property="og:url"]', 'content')).toEqual([`${window.location.origin}/product/4`]);
    expect(readHead('meta[property="og:title"]', 'content')[0]).toContain('Shyamchi Aai');
    expect(readHead('meta[name="description"]', 'content')).toHaveLength(1);
    const structuredData = [...document.head.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => textContent ?? '',
    );
    expect(structuredData.length).toBeGreaterThan(0);
    expect(structuredData.join()).toContain('Shyamchi Aai');
    expect(structuredData.join()).not.toContain('Malgudi Days');
    expect(document.head.querySelectorAll('title')).toHaveLength(1);
  });

  it('requests at most 50 books of a shared wish list, and keeps them in its Open Graph URL, without a canonical URL', async () => {
    const requestedIds: unknown[] = [];
    use(
      gateway.query('SharedWishlist', ({ variables }) => {
        requestedIds.push(variables.ids);
        return { nodes: [null] };
      }),
    );
    const { router } = await renderShop('/');
    const ids = Array.from({ length: 51 }, (_, index) => String(index));
    await act(() => router.navigate(`/shared-wish-list?books=${ids.join()}`));
    const url = `${window.location.origin}/shared-wish-list?books=${ids.slice(0, 50).join()}`;
    await waitFor(() => expect(readHead('meta[property="og:url"]', 'content')).toEqual([url]));
    await waitFor(() => expect(requestedIds).toEqual([ids.slice(0, 50)]));
    expect(readHead('link[rel="canonical"]', 'href')).toEqual([]);
  });

  it('announces the title of the product and focuses its heading', async () => {
    const { release } = serveTwoBooks();
    await visit('/product/2');
    const first = await screen.findByRole('heading', { level: 1, name: 'Malgudi Days' });
    expect(document.activeElement).not.toBe(first);
    const announcer = document.querySelector('p[aria-live="polite"]');
    expect(announcer?.textContent).toBe('');
    await userEvent.click(screen.getByRole('link', { name: 'Shyamchi Aai' }));
    await waitFor(() => expect(document.title).toMatch(/^Book –/));
    expect(announcer?.textContent).toBe('');
    release();
    const heading = await screen.findByRole('heading', { level: 1, name: 'Shyamchi Aai' });
    await waitFor(() => expect(announcer?.textContent).toMatch(/^Shyamchi Aai .*–/));
    expect(document.activeElement).toBe(heading);
  });

  it('leaves the focus in a field if the title of the page becomes known later', async () => {
    const { router } = await renderComponent(
      <main>
        <h1>Home</h1>
        <input />
      </main>,
      { header: <NavigationProgress /> },
    );
    await act(() => router.navigate('/elsewhere'));
    act(() => pageShown.notify());
    await act(() => router.navigate('/'));
    const field = await screen.findByRole('textbox');
    act(() => field.focus());
    act(() => pageShown.notify());
    expect(document.activeElement).toBe(field);
  });

  it('announces the title of a second search, made in the header, and focuses its heading', async () => {
    use(
      ...stubShop(6).handlers,
      gateway.query('SearchSuggestions', () => ({ searchSuggestions: [] })),
    );
    const header = (
      <header>
        <SearchForm onDone={() => undefined} />
      </header>
    );
    await visit('/product?search=mal', 'en', header);
    await screen.findByText('1 book');
    const field = screen.getByRole('combobox', { name: 'Search the shop' });
    await userEvent.clear(field);
    await userEvent.type(field, 'shyam{Enter}');
    const heading = await screen.findByRole('heading', { level: 1, name: 'Results for “shyam”' });
    const announcer = document.querySelector('p[aria-live="polite"]');
    await waitFor(() => expect(announcer?.textContent).toMatch(/^Results for “shyam” –/));
    expect(document.activeElement).toBe(heading);
    expect(field).toMatchObject({ isConnected: true, value: 'shyam' });
  });
});
