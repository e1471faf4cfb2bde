// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { LoginDialog } from '#web/auth/LoginDialog.tsx';
import { getBrowserSession } from '#web/auth/session.ts';
import { Component as LoginPage } from '#web/features/account/LoginPage.tsx';
import { LoginPrompt } from '#web/features/home/LoginPrompt.tsx';
import { serveGateway, shopper } from './account-gateway.ts';
import { renderComponent } from './render-routes.tsx';
import { signIn, signInAnotherShopper } from './shoppers.ts';

const gateway = serveGateway();
const success = { token: 'secret', user: shopper };

const showPage = () => renderComponent(<LoginPage />);
const getContactField = () => screen.getByLabelText<HTMLInputElement>('Mobile number');
const getPasswordField = () => screen.getByLabelText<HTMLInputElement>('Password');
const getLoginButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Login' });

async function typeContact(number: string): Promise<void> {
  // The field may contain the contact number of an earlier test.
  await userEvent.clear(getContactField());
  if (number !== '') await userEvent.type(getContactField(), number);
}

async function logIn(typedContact = '9876543210', typedPassword = 'correct horse'): Promise<void> {
  await typeContact(typedContact);
  await userEvent.type(getPasswordField(), typedPassword);
  await userEvent.click(getLoginButton());
}

describe('the login', () => {
  it('stores the four session values and opens the profile', async () => {
    gateway.respond('Login', 'login', success);
    const { router } = await showPage();
    await logIn('98765 43210');
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    expect(gateway.sentInputs).toEqual([{ contact: '98765 43210', password: 'correct horse' }]);
    expect({ ...sessionStorage }).toEqual({
      userId: '7',
      contact: '9876543210',
      userEmail: 'asha@example.test',
      token: 'secret',
    });
  });

  it('returns to the page the shopper came from', async () => {
    gateway.respond('Login', 'login', success);
    const { router } = await showPage();
    await router.navigate('/', { state: { returnTo: '/product/5?from=category' } });
    await logIn();
    await waitFor(() => expect(router.state.location.pathname).toBe('/product/5'));
    expect(router.state.location.search).toBe('?from=category');
  });

  it.each(['//books.example', '/\t/books.example', '/\\books.example', 'https://books.example'])(
    'never leads to another website: %s',
    async (returnTo) => {
      gateway.respond('Login', 'login', success);
      const { router } = await showPage();
      await router.navigate('/', { state: { returnTo } });
      await logIn();
      await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    },
  );

  it('restores the navigation state of the page the shopper came from', async () => {
    gateway.respond('Login', 'login', success);
    const { router } = await showPage();
    const returnState = { lines: [{ productId: '1', quantity: 2 }], couponId: '5' };
    await router.navigate('/', { state: { returnTo: '/cart-manager', returnState } });
    await logIn();
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-manager'));
    expect(router.state.location.state).toEqual(returnState);
  });

  it('remembers the typed contact number after a visit to another page, but never the password', async () => {
    const { router } = await showPage();
    await typeContact('9876500000');
    await userEvent.type(getPasswordField(), 'correct horse');
    await router.navigate('/elsewhere');
    await screen.findByText('Another page');
    await router.navigate('/');
    await waitFor(() => expect(getContactField().value).toBe('9876500000'));
    expect(getPasswordField().value).toBe('');
  });

  it.each([
    ['', 'correct horse', 'contact'],
    ['9876543210', '', 'password'],
  ])('requires both fields: contact %j, password %j', async (typedContact, typedPassword, field) => {
    await showPage();
    await typeContact(typedContact);
    if (typedPassword !== '') await userEvent.type(getPasswordField(), typedPassword);
    await userEvent.click(getLoginButton());
    const alert = await screen.findByRole('alertdialog', { name: 'Error' });
    expect(within(alert).getByText('Please enter both contact and password')).toBeDefined();
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe(field));
    expect(gateway.sentInputs).toEqual([]);
    expect(getPasswordField().value).toBe(typedPassword);
  });

  it('closes its error message when a session begins, as after a login in another tab', async () => {
    await showPage();
    await userEvent.click(getLoginButton());
    await screen.findByRole('alertdialog', { name: 'Error' });
    act(signInAnotherShopper);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('shows an error when it fails, keeps the typed values, and focuses the password', async () => {
    gateway.respond('Login', 'login', { token: null, user: null }, [
      { code: 'LOGIN_FAILED', message: 'Login failed. Please check your credentials.' },
    ]);
    await showPage();
    await logIn();
    const text = await screen.findByText('Login failed. Please check your credentials.');
    expect(text.closest('[role="alert"]')).not.toBeNull();
    expect([getContactField().value, getPasswordField().value]).toEqual(['9876543210', 'correct horse']);
    expect(document.activeElement).toBe(getPasswordField());
    expect(getBrowserSession().getShopper()).toBeNull();
  });

  it('shows a connection error when the shop cannot be reached', async () => {
    gateway.failRequest('Login');
    await showPage();
    await logIn();
    await screen.findByText("We can't reach the shop right now. Please try again.");
    expect(getPasswordField().value).toBe('correct horse');
  });

  it('keeps the focus on its button while the request is pending, and sends it once', async () => {
    const release = gateway.holdResponses('Login', 'login', success);
    const { router } = await showPage();
    await logIn();
    await waitFor(() => expect(getLoginButton().getAttribute('aria-busy')).toBe('true'));
    expect(document.activeElement).toBe(getLoginButton());
    await userEvent.click(getLoginButton());
    await userEvent.type(getPasswordField(), '{Enter}');
    release();
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    expect(gateway.sentInputs).toHaveLength(1);
  });

  it('can show the password, and sets autocomplete for its fields', async () => {
    await showPage();
    expect([getContactField().autocomplete, getPasswordField().autocomplete]).toEqual([
      'username',
      'current-password',
    ]);
    expect(getPasswordField().type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: /Show password/ }));
    expect(getPasswordField().type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: /Hide password/ }));
    expect(getPasswordField().type).toBe('password');
  });

  it('greets the shopper and links to the registration', async () => {
    await showPage();
    expect(screen.getByRole('heading', { name: 'Hello, Customer!' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/registeration');
  });
});

describe('the login dialog', () => {
  it('signs in without leaving the page, shows a message and closes', async () => {
    gateway.respond('Login', 'login', success);
    let closed = 0;
    const { router } = await renderComponent(<LoginDialog open onClose={() => (closed += 1)} />);
    await screen.findByRole('dialog', { name: 'Login' });
    await logIn();
    await waitFor(() => expect(closed).toBe(1));
    await screen.findByText('Login successful!');
    expect(getBrowserSession().getShopper()?.token).toBe('secret');
    expect(router.state.location.pathname).toBe('/');
  });

  it('closes with its Close button', async () => {
    let closed = 0;
    await renderComponent(<LoginDialog open onClose={() => (closed += 1)} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(closed).toBe(1);
  });
});

describe('the login on the home page', () => {
  it('closes its dialog when the shopper signs in elsewhere, and does not reopen it after a logout', async () => {
    await renderComponent(<LoginPrompt />);
    await userEvent.click(getLoginButton());
    await screen.findByRole('dialog', { name: 'Login' });
    act(signIn);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => getBrowserSession().signOut());
    await screen.findByRole('button', { name: 'Login' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens in a dialog and disappears once the visitor has signed in', async () => {
    gateway.respond('Login', 'login', success);
    await renderComponent(<LoginPrompt />);
    await userEvent.click(getLoginButton());
    const dialog = await screen.findByRole('dialog', { name: 'Login' });
    await typeContact('9876543210');
    await userEvent.type(getPasswordField(), 'correct horse');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(getBrowserSession().getShopper()?.token).toBe('secret'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Login' })).toBeNull();
  });

  it('closes with its Close button', async () => {
    await renderComponent(<LoginPrompt />);
    await userEvent.click(getLoginButton());
    await screen.findByRole('dialog', { name: 'Login' });
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(getLoginButton()).toBeDefined();
  });
});
