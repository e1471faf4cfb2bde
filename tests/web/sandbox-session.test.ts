// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '#web/sandbox/session.ts';

const login = { data: { login: { token: 'first', user: { username: 'Asha' } } } };
const failure = { message: 'Please try again later.', extensions: { code: 'SERVICE_UNAVAILABLE' } };
const malformed = { message: 'An error without a code.' };
const rejection = { message: 'Please log in again.', extensions: { code: 'UNAUTHENTICATED' } };

const fetchStub = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetchStub);
// Imported now, because the sandbox's fetcher keeps the `fetch` that it finds.
const { sendFromEditor } = await import('#web/sandbox/send-operation.ts');

/** Sends an operation from the editor and returns the Authorization header with which it was sent. */
async function send(response: object, headers = {}): Promise<string | null> {
  fetchStub.mockResolvedValueOnce(Response.json(response));
  await sendFromEditor({ query: '{ user { id } }' }, { headers });
  return new Headers(fetchStub.mock.lastCall?.[1]?.headers).get('authorization');
}

afterEach(async () => {
  await send({ data: { logout: {} } });
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

  it('is not sent if the editor sets an Authorization header, in any letter case, and continues if that token is rejected', async () => {
    await send(login);
    const response = { data: { user: null }, errors: [rejection] };
    expect(await send(response, { authorization: 'Bearer other' })).toBe('Bearer other');
    expect(await send(response, { AUTHORIZATION: 'Bearer other' })).toBe('Bearer other');
    expect(sessionStore.get()?.token).toBe('first');
  });
});
