// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { sessionStore, updateSession } from '#web/sandbox/session.ts';

it('the session of the sandbox ends when its token is rejected, even if the response has other errors', () => {
  updateSession({ data: { login: { token: 'first', user: { username: 'Asha' } } } });
  expect(sessionStore.get()).toEqual({ token: 'first', username: 'Asha' });
  const failure = { message: 'Please try again later.', extensions: { code: 'SERVICE_UNAVAILABLE' } };
  const malformed = { message: 'An error without a code.' };
  updateSession({ data: { products: null }, errors: [failure, malformed] });
  expect(sessionStore.get()?.token).toBe('first');
  const rejection = { message: 'Please log in again.', extensions: { code: 'UNAUTHENTICATED' } };
  updateSession({ data: { products: null, user: null }, errors: [failure, malformed, rejection] });
  expect(sessionStore.get()).toBeNull();
});
