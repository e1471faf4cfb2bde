// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '#web/sandbox/session.ts';

const login = { data: { login: { token: 'first', user: { username: 'Asha' } } } };
const failure = { message: 'Please try again later.', extensions: { code: 'SERVICE_UNAVAILABLE' } };
const malformed = { message: 'An error without a code.' };
const rejection = { message: 'Please log in again.', extensions: { code: 'UNAUTHENTICATED' } };
const mutationRejection = { code: 'NOT_SIGNED_IN', message: 'Please log in.' };

const fetchStub = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetchStub);
// Imported after `fetch` was replaced, because the sandbox's fetcher uses the `fetch` that exists during the import.
const { fetchInSession } = await import('#web/sandbox/send-operation.ts');

// The panel reads the demo shopper's login when it is imported.
document.head.innerHTML = `<meta name="demo-login" content='{"contact":"9000000001","password":"secret"}'>`;
const { SessionPanel } = await import('#web/sandbox/SessionPanel.tsx');

/** Sends an operation from the editor and returns the Authorization header with which it was sent. */
async function send(response: object, headers = {}): Promise<string | null> {
  fetchStub.mockResolvedValueOnce(Response.json(response));
  await fetchInSession({ query: '{ user { id } }' }, { headers });
  return new Headers(fetchStub.mock.lastCall?.[1]?.headers).get('authorization');
}

const logout = { data: { logout: {} } };

afterEach(async () => {
  await send(logout);
});

describe('The session of the sandbox', () => {
  it('starts with a login, and ends when its token is rejected, even if the response has other errors', async () => {
    expect(await send(login)).toBeNull();
    expect(sessionStore.get()).toEqual({ token: 'first', username: 'Asha' });
    expect(await send({ data: { products: null }, errors: [failure, malformed] })).toBe('Bearer first');
    expect(sessionStore.get()?.token).toBe('first');
    await send({ data: { products: null, user: null }, errors: [failure, malformed, rejection] });
    expect(sessionStore.get()).toBeNull();
  });

  it('ends when a mutation rejects its token, but not after other errors of mutations', async () => {
    await send(login);
    await send({ data: { addToCart: { cart: null, userErrors: [{ code: 'PRODUCT_NOT_FOUND' }] } } });
    expect(sessionStore.get()?.token).toBe('first');
    await send({ data: { products: null, addToCart: { cart: null, userErrors: [mutationRejection] } } });
    expect(sessionStore.get()).toBeNull();
  });

  it('continues if the token of the previous session is rejected late', async () => {
    await send(login);
    const { promise, resolve: respond } = Promise.withResolvers<Response>();
    fetchStub.mockReturnValueOnce(promise);
    const pending = fetchInSession({ query: '{ user { id } }' });
    await send({ data: { login: { token: 'second', user: { username: 'Bina' } } } });
    respond(Response.json({ data: { user: null }, errors: [rejection] }));
    await pending;
    expect(sessionStore.get()?.token).toBe('second');
  });

  it('is not sent if the editor sets an Authorization header, in any letter case, and continues if that token is rejected', async () => {
    await send(login);
    const response = { data: { user: null }, errors: [rejection] };
    expect(await send(response, { authorization: 'Bearer other' })).toBe('Bearer other');
    expect(await send(response, { AUTHORIZATION: 'Bearer other' })).toBe('Bearer other');
    expect(sessionStore.get()?.token).toBe('first');
  });

  it('continues after a logout that could not revoke its token, and can be ended later', async () => {
    await send(login);
    render(<SessionPanel />);
    const failed = { data: { logout: { userErrors: [{ code: 'UNAVAILABLE', message: 'Not now.' }] } } };
    fetchStub.mockResolvedValueOnce(Response.json(failed));
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await screen.findByText('The session could not be ended. Try again later.');
    expect(sessionStore.get()?.token).toBe('first');
    fetchStub.mockResolvedValueOnce(Response.json(logout));
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }));
    await screen.findByRole('button', { name: 'Sign in as the demo shopper' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('starts and ends with one button, which keeps the focus', async () => {
    render(<SessionPanel />);
    fetchStub.mockResolvedValueOnce(Response.json(login));
    await userEvent.click(screen.getByRole('button', { name: 'Sign in as the demo shopper' }));
    const signOut = await screen.findByRole('button', { name: 'Sign out' });
    expect(document.activeElement).toBe(signOut);
    fetchStub.mockResolvedValueOnce(Response.json(logout));
    await userEvent.click(signOut);
    const signIn = await screen.findByRole('button', { name: 'Sign in as the demo shopper' });
    expect(document.activeElement).toBe(signIn);
  });
});
