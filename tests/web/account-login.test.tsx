// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { LoginDialog } from '#web/auth/LoginDialog.tsx';
import { browserSession } from '#web/auth/session.ts';
import { Component as LoginPage } from '#web/features/account/LoginPage.tsx';
import { LoginPrompt } from '#web/features/home/LoginPrompt.tsx';
import { serveGateway, shopper } from './account-gateway.ts';
import { renderPart } from './render-part.tsx';

const gateway = serveGateway();
const success = { token: 'secret', user: shopper };

const showPage = () => renderPart(<LoginPage />, { messages: ['account', 'auth'] });
const contact = () => screen.getByLabelText<HTMLInputElement>('Contact');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const loginButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Login' });

async function typeContact(number: string): Promise<void> {
  // What an earlier try left there stays until it is changed.
  await userEvent.clear(contact());
  if (number !== '') await userEvent.type(contact(), number);
}

async function logIn(typedContact = '9876543210', typedPassword = 'correct horse'): Promise<void> {
  await typeContact(typedContact);
  await userEvent.type(password(), typedPassword);
  await userEvent.click(loginButton());
}

describe('the login', () => {
  it('keeps the four values of the session and leads to the profile', async () => {
    gateway.answer('Login', 'login', success);
    const { router } = await showPage();
    await logIn('98765 43210');
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    expect(gateway.sent).toEqual([{ contact: '9876543210', password: 'correct horse' }]);
    expect({ ...sessionStorage }).toEqual({
      userId: '7',
      contact: '9876543210',
      userEmail: 'asha@example.test',
      token: 'secret',
    });
  });

  it('leads back to where the shopper was', async () => {
    gateway.answer('Login', 'login', success);
    const { router } = await showPage();
    await router.navigate('/', { state: { returnTo: '/product/5?from=shelf' } });
    await logIn();
    await waitFor(() => expect(router.state.location.pathname).toBe('/product/5'));
    expect(router.state.location.search).toBe('?from=shelf');
  });

  it('leads back with all that the place in the history held', async () => {
    gateway.answer('Login', 'login', success);
    const { router } = await showPage();
    const returnState = { lines: [{ productId: '1', quantity: 2 }], couponId: '5' };
    await router.navigate('/', { state: { returnTo: '/cart-manager', returnState } });
    await logIn();
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart-manager'));
    expect(router.state.location.state).toEqual(returnState);
  });

  it('has the typed contact number again after a look at another page, and never the password', async () => {
    const { router } = await showPage();
    await typeContact('9876500000');
    await userEvent.type(password(), 'correct horse');
    await router.navigate('/elsewhere');
    await screen.findByText('Another page');
    await router.navigate('/');
    await waitFor(() => expect(contact().value).toBe('9876500000'));
    expect(password().value).toBe('');
  });

  it.each([
    ['', 'correct horse', 'contact'],
    ['9876543210', '', 'password'],
  ])('asks for what is missing: contact %j, password %j', async (typedContact, typedPassword, field) => {
    await showPage();
    await typeContact(typedContact);
    if (typedPassword !== '') await userEvent.type(password(), typedPassword);
    await userEvent.click(loginButton());
    const alert = await screen.findByRole('alertdialog', { name: 'Error' });
    expect(within(alert).getByText('Please enter both contact and password')).toBeDefined();
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe(field));
    expect(gateway.sent).toEqual([]);
    expect(password().value).toBe(typedPassword);
  });

  it('that fails says so and keeps what was typed', async () => {
    gateway.answer('Login', 'login', { token: null, user: null }, [
      { code: 'LOGIN_FAILED', message: 'Login failed. Please check your credentials.' },
    ]);
    await showPage();
    await logIn();
    const text = await screen.findByText('Login failed. Please check your credentials.');
    expect(text.closest('[role="alert"]')).not.toBeNull();
    expect([contact().value, password().value]).toEqual(['9876543210', 'correct horse']);
    expect(browserSession().current()).toBeNull();
  });

  it('does not blame the shopper when the shop cannot be reached', async () => {
    gateway.breakDown('Login');
    await showPage();
    await logIn();
    await screen.findByText("We can't reach the shop right now. Please try again.");
    expect(password().value).toBe('correct horse');
  });

  it('has its button disabled while it runs, and runs once', async () => {
    const release = gateway.answerLater('Login', 'login', success);
    const { router } = await showPage();
    await logIn();
    await waitFor(() => expect(loginButton().disabled).toBe(true));
    expect(loginButton().getAttribute('aria-busy')).toBe('true');
    await userEvent.type(password(), '{Enter}');
    release();
    await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
    expect(gateway.sent).toHaveLength(1);
  });

  it('shows the password when asked, and tells the browser what its fields are', async () => {
    await showPage();
    expect([contact().autocomplete, password().autocomplete]).toEqual(['username', 'current-password']);
    expect(password().type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: /Show password/ }));
    expect(password().type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: /Hide password/ }));
    expect(password().type).toBe('password');
  });

  it('greets and leads to the registration', async () => {
    await showPage();
    expect(screen.getByRole('heading', { name: 'Hello, Customer!' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/registeration');
  });
});

describe('the login dialog', () => {
  it('signs in where the shopper is, says so and closes', async () => {
    gateway.answer('Login', 'login', success);
    let closed = 0;
    const { router } = await renderPart(<LoginDialog open onClose={() => (closed += 1)} />, {
      messages: ['auth'],
    });
    await screen.findByRole('dialog', { name: 'Login' });
    await logIn();
    await waitFor(() => expect(closed).toBe(1));
    await screen.findByText('Login successful!');
    expect(browserSession().current()?.token).toBe('secret');
    expect(router.state.location.pathname).toBe('/');
  });

  it('closes by its button', async () => {
    let closed = 0;
    await renderPart(<LoginDialog open onClose={() => (closed += 1)} />, { messages: ['auth'] });
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    expect(closed).toBe(1);
  });
});

describe('the login on the home page', () => {
  it('opens in a dialog, and is gone once the visitor has signed in', async () => {
    gateway.answer('Login', 'login', success);
    await renderPart(<LoginPrompt />, { messages: ['home', 'auth'] });
    await userEvent.click(loginButton());
    const dialog = await screen.findByRole('dialog', { name: 'Login' });
    await typeContact('9876543210');
    await userEvent.type(password(), 'correct horse');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Login' }));
    await waitFor(() => expect(browserSession().current()?.token).toBe('secret'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Login' })).toBeNull();
  });

  it('closes by its Close button', async () => {
    await renderPart(<LoginPrompt />, { messages: ['home', 'auth'] });
    await userEvent.click(loginButton());
    await screen.findByRole('dialog', { name: 'Login' });
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(loginButton()).toBeDefined();
  });
});
