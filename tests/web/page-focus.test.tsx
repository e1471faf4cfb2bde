// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { NavigationProgress } from '#web/app/shell/NavigationProgress.tsx';
import { Component as ProfilePage } from '#web/features/account/ProfilePage.tsx';
import { pageShown } from '#web/routing/page-head.tsx';
import { serveGateway, shopper } from './account-gateway.ts';
import { createFailingFields, gateway } from './gateway-stub.ts';
import { stubShop } from './products.ts';
import { expectFocusOnContent, renderComponent } from './render-routes.tsx';
import { renderShop } from './render-shop.tsx';
import { signIn } from './shoppers.ts';
import { setUpShoppingGateway } from './shopping-setup.ts';
import { visit } from './visit.tsx';

// Rendering the real twenty pages is slow.
vi.mock('#web/catalogue/listing-url.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  maxPages: 2,
}));

const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
const waitForFocus = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

describe("after a navigation, the focus moves from the placeholder's heading to the content's", () => {
  const shop = setUpShoppingGateway();

  it.each([
    ['/wish-list', 'Wishlist', 'Your Wishlist'],
    ['/cart-manager', 'CartAndWishlist', 'Your cart'],
  ])('on %s', async (path, operation, name) => {
    signIn();
    const release = shop.current.holdResponses(operation);
    const { router } = await renderShop('/', <p>Home</p>);
    await act(() => router.navigate(path));
    await expectFocusOnContent(release, name);
  });

  it.each([
    ['/cart-without-login', 'Log in to buy'],
    ['/user-wish-list', 'Wishlist'],
  ])('on %s', async (path, title) => {
    const { router } = await renderShop('/', <p>Home</p>);
    const release = shop.current.holdResponses('VisitorProduct');
    await act(() => router.navigate(path, { state: { productId: '1' } }));
    await waitForFocus(await findHeading(title));
    release();
    await waitForFocus(await findHeading('Kim'));
  });
});

describe('a confirmation dialog that Back closes', () => {
  setUpShoppingGateway();

  it('leaves the focus on the heading of the previous page', async () => {
    signIn();
    const { router } = await renderShop('/wish-list');
    await findHeading('Your Wishlist');
    await act(() => router.navigate('/cart-manager'));
    await userEvent.click((await screen.findAllByRole('button', { name: /^Remove / }))[0] ?? document.body);
    const dialog = await screen.findByRole('alertdialog');
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitForFocus(await findHeading('Your Wishlist'));
  });
});

describe('the profile', () => {
  const { use } = serveGateway();

  it('moves the focus to the greeting once the account has loaded', async () => {
    signIn();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    use(
      gateway.query('Account', async () => {
        await released;
        return { user: { ...shopper, addresses: [] } };
      }),
    );
    const { router } = await renderComponent(
      <main>
        <ProfilePage />
      </main>,
      { header: <NavigationProgress /> },
    );
    await act(() => router.navigate('/elsewhere'));
    act(() => pageShown.notify());
    await act(() => router.navigate('/?section=edit'));
    await waitForFocus(await findHeading('My account'));
    release();
    await waitForFocus(await findHeading('Hello, Asha'));
  });
});

describe('the link that loads more books', () => {
  const { use } = serveGateway();

  it('passes the focus to the first new book when the link disappears at the maximum number of pages', async () => {
    use(...stubShop(50).handlers);
    await visit('/product');
    await userEvent.click(await screen.findByRole('link', { name: 'Load more books' }));
    await screen.findByText('40 of 50 books');
    await screen.findByText('There are more books. Use the filters to narrow the list.');
    expect(screen.queryByRole('link', { name: 'Load more books' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.closest('article')?.textContent).toContain('Book 21'));
  });

  it('passes the focus to “Try again” if the books cannot be loaded, and gets it back when the shopper retries', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let calls = 0;
    const failingPages = gateway.query('ListingPage', async () => {
      calls += 1;
      if (calls > 1) await released;
      return createFailingFields('Failed to fetch products');
    });
    use(failingPages, ...stubShop(50).handlers);
    await visit('/product');
    await userEvent.click(await screen.findByRole('link', { name: 'Load more books' }));
    const button = await screen.findByRole('button', { name: 'Try again' });
    await waitForFocus(button);
    await userEvent.click(button);
    await waitForFocus(await screen.findByRole('link', { name: 'Loading more books…' }));
    release();
  });
});
