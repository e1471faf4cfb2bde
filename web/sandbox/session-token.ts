/**
 * The token of the last login that was tried in this page. It is kept in memory only: who leaves
 * the page leaves no session behind.
 */
let lastToken: string | null = null;

/** Remembers the token of an answer to `login`; leaves it as it was for any other answer. */
export function rememberToken(answer: unknown): void {
  const token = at(at(at(answer, 'data'), 'login'), 'token');
  if (typeof token === 'string') lastToken = token;
}

/** The request headers, as JSON, of an example that needs a session. */
export function sessionHeaders(): string {
  const token = lastToken ?? 'run the example Login first, then open this one again';
  return JSON.stringify({ Authorization: `Bearer ${token}` }, null, 2);
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
