// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { getBrowserSession } from '#web/auth/session.ts';
import type { RecentlyViewedQueryVariables } from '#web/features/product/RecentlyViewed.generated.ts';
import { serveGateway } from './account-gateway.ts';
import { gateway } from './gateway-stub.ts';
import { createBook, createBookDetails } from './products.ts';
import { signIn, signInAnotherShopper } from './shoppers.ts';
import { visit } from './visit.tsx';

const { use } = serveGateway();
const requestedIds: string[][] = [];

beforeEach(() => {
  requestedIds.length = 0;
  localStorage.clear();
  use(
    gateway.query('Product', () => ({ product: createBookDetails() })),
    gateway.query('RecentlyViewed', ({ variables }: { variables: RecentlyViewedQueryVariables }) => {
      const ids = [variables.ids].flat();
      requestedIds.push(ids);
      // Product 5 is no longer in the catalogue.
      const nodes = ids.map((id) =>
        id === 'product-5' ? null : createBook(Number(id.replace('product-', ''))),
      );
      return { nodes };
    }),
  );
});

function storeViewedBooks(...numbers: number[]): void {
  localStorage.setItem('recentlyViewed', JSON.stringify(numbers.map((n) => `product-${n}`)));
}

describe('the recently viewed products', () => {
  it('are listed latest first, without the current one and those no longer in the catalogue', async () => {
    storeViewedBooks(4, 2, 5, 1);
    await visit('/product/2');
    const region = await screen.findByRole('region', { name: 'Recently viewed' });
    const titles = within(region).getAllByRole('heading', { level: 3 });
    expect(titles.map(({ textContent }) => textContent)).toEqual(['Shyamchi Aai', 'Gitanjali']);
    expect(requestedIds).toEqual([['product-4', 'product-5', 'product-1']]);
    expect(localStorage.getItem('recentlyViewed')).toBe(
      JSON.stringify(['product-2', 'product-4', 'product-5', 'product-1']),
    );
  });

  it('are limited to twelve', async () => {
    storeViewedBooks(...Array.from({ length: 20 }, (_, index) => index + 10));
    await visit('/product/2');
    await screen.findByRole('region', { name: 'Recently viewed' });
    expect(requestedIds[0]).toHaveLength(12);
    expect(JSON.parse(localStorage.getItem('recentlyViewed') ?? '')).toHaveLength(12);
  });

  it('are cleared with the Clear button', async () => {
    storeViewedBooks(4);
    await visit('/product/2');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear' }));
    expect(localStorage.getItem('recentlyViewed')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Recently viewed' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Recently viewed list cleared.');
  });

  it.each([
    ['the shopper logs out', () => getBrowserSession().signOut()],
    ['another shopper signs in', signInAnotherShopper],
  ])('disappear and are forgotten when %s', async (_, changeShopper) => {
    signIn();
    storeViewedBooks(4);
    await visit('/product/2');
    await screen.findByRole('region', { name: 'Recently viewed' });
    act(changeShopper);
    expect(screen.queryByRole('region', { name: 'Recently viewed' })).toBeNull();
    expect(localStorage.getItem('recentlyViewed')).toBeNull();
  });

  it.each(['invalid JSON', '{"a":1}', '[1,null,{}]', '[]'])(
    'are not shown when local storage contains %s',
    async (stored) => {
      localStorage.setItem('recentlyViewed', stored);
      await visit('/product/2');
      await screen.findByRole('heading', { name: 'Malgudi Days' });
      await waitFor(() => expect(localStorage.getItem('recentlyViewed')).toBe('["product-2"]'));
      expect(screen.queryByText('Recently viewed')).toBeNull();
      expect(requestedIds).toEqual([]);
    },
  );
});
