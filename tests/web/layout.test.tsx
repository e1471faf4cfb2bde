// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ColourModeSwitch } from '#web/app/shell/ColourModeSwitch.tsx';
import { LanguageForm } from '#web/app/shell/LanguageSwitch.tsx';
import { NotificationBanner } from '#web/app/shell/NotificationBanner.tsx';
import { SideMenuButton } from '#web/app/shell/SideMenuButton.tsx';
import { getBrowserSession } from '#web/auth/session.ts';
import { SearchForm } from '#web/features/search/SearchForm.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { createFailingFields, gateway } from './gateway-stub.ts';
import { renderComponent } from './render-routes.tsx';
import { asha, bina, signIn, signInAnotherShopper } from './shoppers.ts';
import { setUpStubServer } from './stub-server.ts';

const revokedTokens: Array<string | null> = [];
const server = setUpStubServer(
  gateway.mutation('Logout', ({ request }) => {
    revokedTokens.push(request.headers.get('authorization'));
    const logout = { __typename: 'LogoutPayload', loggedOut: true, userErrors: [] };
    return { logout };
  }),
  gateway.query('Languages', () => ({
    languages: [
      { __typename: 'Language', id: '1', name: 'मराठी', thumbnail: null, productCount: 2 },
      // The drawer leaves out languages without books.
      { __typename: 'Language', id: '2', name: 'Konkani', thumbnail: null, productCount: 0 },
    ],
  })),
);

beforeEach(() => {
  revokedTokens.length = 0;
});
afterEach(() => {
  cleanup();
  getBrowserSession().signOut();
});

async function openDrawer(): Promise<HTMLElement> {
  await renderComponent(<SideMenuButton />);
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
  return screen.findByRole('dialog', { name: /Menu/ });
}

function ButtonOfUnavailableDialog() {
  const { openerProps } = useDialog(() => Promise.reject(new TypeError('Failed to fetch')));
  return (
    <button type="button" {...openerProps}>
      Open
    </button>
  );
}

describe('a dialog', () => {
  it('is replaced by a message if its script cannot be loaded', async () => {
    await renderComponent(<ButtonOfUnavailableDialog />);
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByText("We couldn't open this. Please check your connection and try again.");
  });
});

describe('the side drawer', () => {
  it('links to every section and, for visitors, to the login', async () => {
    const drawer = await openDrawer();
    await within(drawer).findByRole('link', { name: 'मराठी' });
    const links = within(drawer)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Home', '/'],
      ['All books', '/product'],
      ['Publisher', '/publisher'],
      ['Author', '/author'],
      ['Category', '/category'],
      ['मराठी', `/language/${encodeURIComponent('मराठी')}`],
      ['Contact Us', '/contactus'],
      ['Privacy Policy', '/privacy-policy'],
      ['Terms & Conditions', '/terms-and-conditions'],
      ['FAQ', '/faq'],
      ['Cart', '/cart-manager'],
      ['Wish list', '/wish-list'],
      ['Profile', '/profile'],
      ['Login', '/user-login'],
    ]);
  });

  it('closes when the visitor goes back', async () => {
    const { router } = await renderComponent(<p>Home</p>, { header: <SideMenuButton /> });
    await router.navigate('/elsewhere');
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await screen.findByRole('dialog', { name: /Menu/ });
    await router.navigate(-1);
    await screen.findByText('Home');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks a shopper to confirm the logout, then clears the session and revokes the token', async () => {
    signIn();
    const drawer = await openDrawer();
    expect(within(drawer).queryByText('Login')).toBeNull();
    await userEvent.click(within(drawer).getByRole('button', { name: 'Logout' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Are you sure you want to log out?' });
    expect(getBrowserSession().getShopper()).not.toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(getBrowserSession().getShopper()).toBeNull());
    await waitFor(() => expect(revokedTokens).toEqual([`Bearer ${asha.token}`]));
    for (const key of ['userId', 'contact', 'userEmail', 'token']) {
      expect(window.sessionStorage.getItem(key)).toBe('null');
    }
  });

  it('opens the home page after the logout, without waiting for the revocation', async () => {
    const { promise, resolve: release } = Promise.withResolvers<void>();
    server.use(
      gateway.mutation('Logout', async () => {
        await promise;
        return { logout: { __typename: 'LogoutPayload', loggedOut: true, userErrors: [] } };
      }),
    );
    signIn();
    const { router } = await renderComponent(<p>Home</p>, { header: <SideMenuButton /> });
    await router.navigate('/elsewhere');
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(getBrowserSession().getShopper()).toBeNull();
    release();
  });

  it('revokes the token once the gateway can be reached again, even if another shopper has logged in', async () => {
    let attempts = 0;
    server.use(
      gateway.mutation('Logout', ({ request }) => {
        attempts += 1;
        if (attempts === 1) {
          signInAnotherShopper();
          return HttpResponse.error();
        }
        revokedTokens.push(request.headers.get('authorization'));
        return { logout: { __typename: 'LogoutPayload', loggedOut: true, userErrors: [] } };
      }),
    );
    signIn();
    await renderComponent(<SideMenuButton />);
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(revokedTokens).toEqual([`Bearer ${asha.token}`]));
    expect(getBrowserSession().getShopper()?.userId).toBe(bina.userId);
  });

  it('logs out without reporting an expired session if a pending request finds the token revoked', async () => {
    const revoked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    server.use(
      gateway.query('CartAndWishlist', async () => {
        await revoked.promise;
        return createFailingFields('Your session has ended.', 'UNAUTHENTICATED');
      }),
      gateway.mutation('Logout', async ({ request }) => {
        revokedTokens.push(request.headers.get('authorization'));
        revoked.resolve();
        await released.promise;
        return { logout: { __typename: 'LogoutPayload', loggedOut: true, userErrors: [] } };
      }),
    );
    const reasons: string[] = [];
    onTestFinished(getBrowserSession().onEnd((reason) => reasons.push(reason)));
    signIn();
    await renderComponent(<SideMenuButton />);
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(reasons).toEqual(['signed-out']));
    await waitFor(() => expect(revokedTokens).toEqual([`Bearer ${asha.token}`]));
    released.resolve();
  });

  it('keeps the shopper logged in when the confirmation is cancelled', async () => {
    signIn();
    const drawer = await openDrawer();
    await userEvent.click(within(drawer).getByRole('button', { name: 'Logout' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Stay logged in' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(getBrowserSession().getShopper()?.userId).toBe('7');
  });

  it('offers a choice of interface languages and colour modes', async () => {
    const drawer = await openDrawer();
    expect(within(drawer).getByRole('button', { name: 'हिन्दी' })).toBeDefined();
    await userEvent.click(within(drawer).getByLabelText('Dark'));
    expect(document.documentElement.className).toBe('dark');
    await userEvent.click(within(drawer).getByLabelText('Same as device'));
  });

  it('closes with Escape and returns the focus to its button', async () => {
    const drawer = await openDrawer();
    await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Menu'));
  });
});

describe('the choice of the language', () => {
  it('reports a language that cannot be loaded, unless another one has been chosen since', async () => {
    const load = vi.fn<() => Promise<never>>();
    vi.doMock('#web/i18n/locales/mr.json', load);
    onTestFinished(() => vi.doUnmock('#web/i18n/locales/mr.json'));
    const { promise, reject } = Promise.withResolvers<never>();
    load.mockReturnValueOnce(promise).mockRejectedValueOnce(new Error('The texts cannot be loaded.'));
    await renderComponent(<LanguageForm />);
    await userEvent.click(screen.getByRole('button', { name: 'मराठी' }));
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
    await userEvent.click(screen.getByRole('button', { name: 'English' }));
    reject(new Error('The texts cannot be loaded.'));
    await userEvent.click(screen.getByRole('button', { name: 'मराठी' }));
    expect(await screen.findAllByText(/^We couldn't switch languages/)).toHaveLength(1);
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('the notification banner', () => {
  const serveNotifications = (texts: string[]) =>
    gateway.query('Notifications', () => ({
      notifications: texts.map((text, index) => ({
        __typename: 'Notification',
        id: String(index),
        text,
      })),
    }));

  it('cycles through the notifications with its arrows', async () => {
    server.use(serveNotifications(['First', 'Second', 'Third']));
    await renderComponent(<NotificationBanner />);
    await screen.findByText('First');
    await userEvent.click(screen.getByRole('button', { name: 'Next notice' }));
    expect(screen.getByText('Second')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Previous notice' }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous notice' }));
    expect(screen.getByText('Third')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Next notice' }));
    expect(screen.getByText('First')).toBeDefined();
  });

  it('has no arrows for a single notification', async () => {
    server.use(serveNotifications(['Only one']));
    await renderComponent(<NotificationBanner />);
    await screen.findByText('Only one');
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('the search box', () => {
  it('opens the listing with the search text', async () => {
    const { router } = await renderComponent(<SearchForm onDone={() => undefined} />);
    await userEvent.type(
      screen.getByPlaceholderText('Search for Products, Authors, Publishers...'),
      'गीता & co{Enter}',
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/product'));
    expect(new URLSearchParams(router.state.location.search).get('search')).toBe('गीता & co');
  });

  it('does not submit an empty search', async () => {
    const { router } = await renderComponent(<SearchForm onDone={() => undefined} />);
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(router.state.location.pathname).toBe('/');
  });
});

describe('the colour mode', () => {
  it('is applied immediately and stored in a cookie for the server', async () => {
    await renderComponent(<ColourModeSwitch />);
    await userEvent.click(screen.getByLabelText('Dark'));
    expect(document.documentElement.className).toBe('dark');
    expect(document.cookie).toContain('colour-mode=dark');
    await userEvent.click(screen.getByLabelText('Same as device'));
    expect(document.documentElement.className).toBe('');
    expect(document.cookie).toContain('colour-mode=system');
  });
});
