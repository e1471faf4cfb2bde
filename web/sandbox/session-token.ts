/** The token of the last login on this page. It is stored only in memory, so leaving the page discards it. */
let lastToken: string | null = null;

/** Stores the token of a `login` result. Ignores all other results. */
export function storeToken(result: unknown): void {
  const token = readKey(readKey(readKey(result, 'data'), 'login'), 'token');
  if (typeof token === 'string') lastToken = token;
}

/** The request headers of an example that needs a session, as JSON. */
export function formatSessionHeaders(): string {
  const token = lastToken ?? 'run the example "Log in" first, then open this one again';
  return JSON.stringify({ Authorization: `Bearer ${token}` }, null, 2);
}

function readKey(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
