import { type Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request as it goes over the wire. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, already encoded, well or badly. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A valid request before its mutation. */
export interface ValidRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Texts that mean something to a database, a browser, a template or a shell; each is a text all the same. */
export const hostileTexts = [
  "'; DROP TABLE users; --",
  "Robert'); DELETE FROM products WHERE ('1'='1",
  '" OR 1=1 --',
  '1 UNION SELECT password_hash FROM users',
  `$1 \\ %s %n {{7*7}} \${7*7}`,
  '<script>alert(1)</script>',
  '<img src=x onerror="alert(1)">',
  '"><svg onload=alert(1)>',
  'कवितेचे पुस्तक १',
  '👩‍👩‍👧 𝒁̷̛̺a͞lgo ﷽ \u202eabc',
  '../../../../etc/passwd',
  '; rm -rf / #',
  'null',
  'constructor',
];

const hostileValues: readonly unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e21,
  2_147_483_648,
  Number.MAX_SAFE_INTEGER,
  '',
  ' ',
  'x'.repeat(3000),
  'म'.repeat(70_000),
  'x'.repeat(300_000),
  '\u0000',
  'a\ud800b',
  [],
  {},
  [null],
  [[[[[]]]]],
  { $ne: null },
  { toString: 1, constructor: { prototype: 1 } },
  Array(2000).fill(1),
];

const hostileHeaders: readonly (readonly [string, string])[] = [
  ['content-type', 'text/plain'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-type', 'application/json; charset=utf-7'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', '/;;='],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br'],
  ['content-encoding', 'nonsense'],
  ['accept-encoding', 'nonsense;q=x, *;q=0'],
  ['accept', 'text/html'],
  ['if-none-match', '*'],
  ['if-none-match', 'W/"", "\u00ff", ,'],
  ['if-match', '"nothing"'],
  ['if-match', 'W/"x", *'],
  ['idempotency-key', ''],
  ['idempotency-key', 'a b'],
  ['idempotency-key', 'k'.repeat(256)],
  ['idempotency-key', 'one-and-the-same'],
  ['x-request-id', '<b>\u00ff</b>'],
  ['x-forwarded-for', "'; --"],
  ['range', 'bytes=9-1,-,0-99999999999'],
  ['cookie', 'x'.repeat(12_000)],
  ['host', 'evil.example:0'],
  ['x-http-method-override', 'DELETE'],
];

const hostilePaths = [
  '%',
  '%zz',
  '%00',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..;/',
  '//',
  '%ff%fe',
  ';a=b',
  '%0d%0aX:%201',
];

/** A valid request with one to three things about it changed. */
export function mutated(valid: ValidRequest, random: () => number): RawRequest {
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  };
  let { method, path } = valid;
  let query = Object.entries(valid.query ?? {}).map(([name, value]) => pair(name, value));
  const headers: Record<string, string> =
    valid.body === undefined ? {} : { 'content-type': 'application/json' };
  let json: unknown = valid.body;
  let body: string | undefined;

  const someText = () => pick([...hostileTexts, 'x'.repeat(2000), '', '\u0000', '-1', '1e9', '99999999999']);
  const inPath = () => {
    const at = pick([path.length, path.lastIndexOf('/') + 1]);
    const hostile = pick([...hostilePaths, encodeURIComponent(someText())]);
    path = `${path.slice(0, at)}${hostile}`;
  };
  const inQuery = () => {
    const name = pick([...Object.keys(valid.query ?? {}), '__proto__', 'q']);
    const change = pick(['replace', 'twice', 'drop', 'nested', 'broken']);
    if (change === 'replace' || change === 'drop')
      query = query.filter((text) => !text.startsWith(`${name}=`));
    if (change === 'replace') query.push(pair(name, someText()));
    if (change === 'twice') query.push(pair(name, someText()), pair(name, 'again'));
    if (change === 'nested') query.push(`${name}[a][b]=1`, `${name}[]=2`);
    if (change === 'broken') query.push(`${name}=%E0%A4%A`, '&&==&', pick(hostilePaths));
  };
  const inHeaders = () => {
    const [name, value] = pick(hostileHeaders);
    headers[name] = value;
  };
  const inBody = () => {
    json = changedInside(json, () => pick([...hostileValues, ...hostileTexts]), random);
  };
  const asText = () => {
    const written = JSON.stringify(json) ?? '';
    body = pick([
      written.slice(0, Math.floor(random() * written.length)),
      `\ufeff${written}`,
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
      written.replace(/"[^"]*"/, '"\\ud800"'),
      written.replace('{', '{"__proto__":{"isAdmin":true},'),
      written.replace(/:\s*"?[^",{}[\]]+"?/, ':1e400'),
      '"text"',
      '[]',
      'null',
      '0',
      '',
      '<?xml version="1.0"?><a/>',
    ]);
  };
  const otherMethod = () => {
    method = pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']);
  };

  const withBody = valid.body === undefined ? [] : [inBody, inBody, inBody, asText];
  const ways = [inPath, inQuery, inHeaders, otherMethod, ...withBody];
  for (let count = 1 + Math.floor(random() * 3); count > 0; count -= 1) pick(ways)();
  const search = query.length === 0 ? '' : `?${query.join('&')}`;
  return {
    method,
    target: path + search,
    headers,
    body: body ?? (json === undefined ? undefined : JSON.stringify(json)),
  };
}

function pair(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value)}`;
}

/** The same value with one field, at any depth, replaced, dropped, added or nested deeply. */
function changedInside(value: unknown, hostile: () => unknown, random: () => number): unknown {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const chosen = entries[Math.floor(random() * entries.length)];
  if (chosen === undefined || random() < 0.1) return hostile();
  const [name, inner] = chosen;
  const way = random();
  if (way < 0.3) return put(value, name, changedInside(inner, hostile, random));
  if (way < 0.7) return put(value, name, hostile());
  if (way < 0.8) return put(value, name, undefined);
  if (way < 0.9) return put(value, 'unheardOf', hostile());
  let deep: unknown = inner;
  for (let level = 0; level < 200; level += 1) deep = { deeper: deep };
  return put(value, name, deep);
}

function put(value: unknown, name: string, inner: unknown): unknown {
  return Array.isArray(value) ? value.with(Number(name) || 0, inner) : { ...Object(value), [name]: inner };
}

/** Sends a request just as it is; an answer that does not come rejects. */
export function send(url: string, { method, target, headers, body }: RawRequest, agent: Agent) {
  const { hostname, port } = new URL(url);
  // Node.js leaves it out for a GET, whose body would then be taken for the next request.
  const length: Record<string, string> =
    body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const request = httpRequest(
        { hostname, port, method, path: target, headers: { ...headers, ...length }, agent },
        (response) => {
          text(response).then(
            (answer) =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answer }),
            reject,
          );
        },
      );
      request.setTimeout(15_000, () => request.destroy(new Error('no answer in 15 s')));
      request.on('error', reject);
      request.end(body);
    },
  );
}
