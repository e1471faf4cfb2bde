// @vitest-environment jsdom
import { configure, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { browserSession } from '#web/auth/session.ts';
import { HomeCollections } from '#web/features/home/HomeCollections.tsx';
import { MarketingPosts } from '#web/features/home/MarketingPosts.tsx';
import { serveGateway } from './account-gateway.ts';
import { failing, gateway } from './gateway-stub.ts';
import { collection, shopWith } from './products.ts';
import { renderPart } from './render-part.tsx';
import { renderShop, signIn } from './render-shop.tsx';
import { startShoppingGateway } from './shopping-setup.ts';
import { visit } from './visit.tsx';

configure({ asyncUtilTimeout: 15_000 });

describe('a screen of a shopper whose data cannot be fetched says so, and fetches it on request', () => {
  const shop = startShoppingGateway();
  beforeEach(() => signIn());

  it.each([
    { path: '/cart-manager', operation: 'CartAndWishlist', afterwards: 'Continue' },
    { path: '/wish-list', operation: 'Wishlist', afterwards: 'Your wishlist is empty!' },
    {
      path: '/cart-manager/buy-all-cart-products',
      operation: 'CartAndWishlist',
      afterwards: 'Confirm Order',
    },
    { path: '/cart-manager/cart-user-payment', operation: 'CheckoutAddresses', afterwards: /12 Laxmi Road/ },
  ])('$path without $operation', async ({ path, operation, afterwards }) => {
    shop.current.refusals.set(operation, 'unavailable');
    await renderShop(path);
    await screen.findByText('Failed to fetch user data');
    expect(browserSession().current()).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(afterwards);
    expect(screen.queryByText('Failed to fetch user data')).toBeNull();
  });

  it('says under a title of its own that a book was removed from the cart', async () => {
    await renderShop('/cart-manager');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Godan' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Are you sure?' }));
    await userEvent.click(question.getByRole('button', { name: 'Yes, remove it!' }));
    await screen.findByText('Removed!');
    screen.getByText('Your product has been removed from the cart.');
  });

  it("shows the shop's words when it does not take a book off the wish list", async () => {
    shop.current.wishlist.push('1');
    const message = 'Failed to remove from wishlist.';
    shop.current.refusals.set('removeFromWishlist', { code: 'FAILED', message });
    await renderShop('/wish-list');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Kim' }));
    await screen.findByText(message);
    screen.getByText('Error!');
    await screen.findByRole('link', { name: 'Kim' });
  });
});

describe('the book a visitor wants', () => {
  const shop = startShoppingGateway();

  it.each(['/cart-without-login', '/user-wish-list'])(
    '%s says that it could not be fetched',
    async (path) => {
      shop.current.refusals.set('VisitorProduct', 'unavailable');
      await renderShop({ pathname: path, state: { productId: '1' } });
      await screen.findByText('Error: Network response was not ok');
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
      await screen.findByRole('heading', { name: 'Kim' });
    },
  );

  it('says that there is nothing when no book was handed over', async () => {
    await renderShop('/cart-without-login');
    await screen.findByText('No product data available.');
  });
});

describe('what everybody sees', () => {
  const { use } = serveGateway();
  const fail = (operation: string) => use(gateway.query(operation, () => failing('The shop is closed.')));

  it.each([
    ['/publisher', 'Publishers', 'Failed to fetch publishers'],
    ['/author', 'Authors', 'Failed to fetch authors'],
  ])('%s says when its list cannot be fetched', async (address, operation, text) => {
    fail(operation);
    await visit(address);
    await screen.findByText(text);
  });

  it('the page of a language says when the languages cannot be fetched', async () => {
    use(...shopWith(1).handlers);
    const found = collection('Language', 'मराठी', 1);
    use(gateway.query('LanguageByName', () => ({ language: found })));
    fail('Languages');
    await visit('/language/मराठी');
    await screen.findByText('Failed to fetch languages');
  });

  it('the home page says when its books cannot be fetched', async () => {
    fail('HomeCollections');
    await renderPart(<HomeCollections />, { messages: ['home'] });
    await screen.findByText('Failed to fetch products');
  });

  it('the marketing posts say what went wrong, and when there are none', async () => {
    fail('MarketingPosts');
    await renderPart(<MarketingPosts level={2} />, { messages: ['home'] });
    await screen.findByText('The shop is closed.');
    use(gateway.query('MarketingPosts', () => ({ marketingPosts: [] })));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('No posts available.');
  });
});
