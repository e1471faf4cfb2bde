// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { getBrowserSession } from '#web/auth/session.ts';
import { HomeCollections } from '#web/features/home/HomeCollections.tsx';
import { MarketingPosts } from '#web/features/home/MarketingPosts.tsx';
import { serveGateway } from './account-gateway.ts';
import { createFailingFields, gateway } from './gateway-stub.ts';
import { createCollection, stubShop } from './products.ts';
import { renderComponent } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { signIn } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';
import { visit } from './visit.tsx';

describe('a page of a signed-in shopper', () => {
  const shop = setUpShoppingGateway();
  beforeEach(() => signIn());

  it.each([
    { path: '/cart-manager', operation: 'CartAndWishlist', afterRetry: 'Continue' },
    { path: '/wish-list', operation: 'Wishlist', afterRetry: 'Your wishlist is empty!' },
    {
      path: '/cart-manager/buy-all-cart-products',
      operation: 'CartAndWishlist',
      afterRetry: 'Confirm Order',
    },
    {
      path: '/cart-manager/buy-all-cart-products',
      operation: 'CheckoutOptions',
      afterRetry: 'Cash on delivery',
    },
    {
      path: '/cart-manager/cart-user-payment?address=a',
      operation: 'CheckoutOptions',
      afterRetry: /12 Laxmi Road/,
    },
  ])(
    'shows an error and can retry when its data cannot be fetched: $operation on $path',
    async ({ path, operation, afterRetry }) => {
      shop.current.failures.set(operation, 'unavailable');
      await renderShop(path);
      await screen.findByText('Failed to fetch user data');
      expect(getBrowserSession().getShopper()).not.toBeNull();
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
      await screen.findByText(afterRetry);
      expect(screen.queryByText('Failed to fetch user data')).toBeNull();
    },
  );

  it('confirms that a book was removed from the cart', async () => {
    await renderShop('/cart-manager');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Godan' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Yes, remove it!' }));
    await screen.findByText('Removed!');
    screen.getByText('Your product has been removed from the cart.');
  });

  it("shows the gateway's message when removing a book from the wish list fails", async () => {
    shop.current.wishlist.push('1');
    const message = 'Failed to remove from wishlist.';
    shop.current.failures.set('removeFromWishlist', { code: 'UNAVAILABLE', message });
    await renderShop('/wish-list');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Kim' }));
    await screen.findByText(message);
    screen.getByText('Error!');
    await screen.findByRole('link', { name: 'Kim' });
  });
});

describe("a visitor's cart or wish list", () => {
  const shop = setUpShoppingGateway();

  it.each(['/cart-without-login', '/user-wish-list'])(
    'shows an error when its book cannot be fetched: %s',
    async (path) => {
      shop.current.failures.set('VisitorProduct', 'unavailable');
      await renderShop({ pathname: path, state: { productId: '1' } });
      await screen.findByText('Error: Network response was not ok');
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
      await screen.findByRole('heading', { name: 'Kim' });
    },
  );

  it('shows a message when no book was selected: /cart-without-login', async () => {
    await renderShop('/cart-without-login');
    await screen.findByText('No product data available.');
  });
});

describe('a public page', () => {
  const { use } = serveGateway();
  const fail = (operation: string) =>
    use(gateway.query(operation, () => createFailingFields('The shop is closed.')));

  it.each([
    ['/publisher', 'Publishers', 'Failed to fetch publishers'],
    ['/author', 'Authors', 'Failed to fetch authors'],
  ])('shows an error when its list cannot be fetched: %s', async (path, operation, text) => {
    fail(operation);
    await visit(path);
    await screen.findByText(text);
  });

  it.each([
    ['/category/Poetry', 'CategoryByName', 'Failed to fetch categories'],
    ['/publisher/River House', 'PublisherByName', 'Failed to fetch publishers'],
    ['/author/A. Writer', 'AuthorByName', 'Failed to fetch authors'],
    ['/language/English', 'LanguageByName', 'Failed to fetch languages'],
  ])('shows an error when its collection cannot be fetched: %s', async (path, operation, text) => {
    use(...stubShop(1).handlers);
    fail(operation);
    await visit(path);
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(path.split('/')[2]);
    await screen.findByText(`Error fetching products: ${text}`);
  });

  it('shows an error when the list of languages on a language page cannot be fetched', async () => {
    use(...stubShop(1).handlers);
    const language = createCollection('Language', 'मराठी', 1);
    use(gateway.query('LanguageByName', () => ({ language })));
    fail('Languages');
    await visit('/language/मराठी');
    await screen.findByText('Failed to fetch languages');
  });

  it('shows an error when the books on the home page cannot be fetched', async () => {
    fail('HomeCollections');
    await renderComponent(<HomeCollections>{null}</HomeCollections>);
    await screen.findByText('Failed to fetch products');
  });

  it('shows an error when the marketing posts cannot be fetched, and a message when there are none', async () => {
    fail('MarketingPosts');
    await renderComponent(<MarketingPosts level={2} />);
    await screen.findByText('Failed to fetch posts');
    use(gateway.query('MarketingPosts', () => ({ marketingPosts: [] })));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No posts available.');
  });
});
