import { type Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { createPicker } from '../seeded-random.ts';

/** A request as it is sent. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, already encoded, correctly or not. */
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

/**
 * Strings that may be handled wrongly, for example because they have a special meaning for a database, a browser, a
 * template or a shell. All are valid Unicode.
 */
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

/** Makes one to three random changes to a valid request. */
export function mutateRequest(valid: ValidRequest, random: () => number): RawRequest {
  const pick = createPicker(random);
  let { method, path } = valid;
  let query = Object.entries(valid.query ?? {}).map(([name, value]) => encodeParameter(name, value));
  const headers: Record<string, string> =
    valid.body === undefined ? {} : { 'content-type': 'application/json' };
  let json: unknown = valid.body;
  let body: string | undefined;

  const randomText = () =>
    pick([...hostileTexts, 'x'.repeat(2000), '', '\u0000', '-1', '1e9', '99999999999']);
  const changePath = () => {
    const position = pick([path.length, path.lastIndexOf('/') + 1]);
    const hostile = pick([...hostilePaths, encodeURIComponent(randomText())]);
    path = `${path.slice(0, position)}${hostile}`;
  };
  const changeQuery = () => {
    const name = pick([...Object.keys(valid.query ?? {}), '__proto__', 'q']);
    const change = pick(['replace', 'twice', 'drop', 'nested', 'broken']);
    if (change === 'replace' || change === 'drop')
      query = query.filter((text) => !text.startsWith(`${name}=`));
    if (change === 'replace') query.push(encodeParameter(name, randomText()));
    if (change === 'twice') query.push(encodeParameter(name, randomText()), encodeParameter(name, 'again'));
    if (change === 'nested') query.push(`${name}[a][b]=1`, `${name}[]=2`);
    if (change === 'broken') query.push(`${name}=%E0%A4%A`, '&&==&', pick(hostilePaths));
  };
  const changeHeader = () => {
    const [name, value] = pick(hostileHeaders);
    headers[name] = value;
  };
  const changeField = () => {
    json = changeValue(json, () => pick([...hostileValues, ...hostileTexts]), random);
  };
  const changeText = () => {
    const serialized = JSON.stringify(json) ?? '';
    body = pick([
      serialized.slice(0, Math.floor(random() * serialized.length)),
      `\ufeff${serialized}`,
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
      serialized.replace(/"[^"]*"/, '"\\ud800"'),
      serialized.replace('{', '{"__proto__":{"isAdmin":true},'),
      serialized.replace(/:\s*"?[^",{}[\]]+"?/, ':1e400'),
      '"text"',
      '[]',
      'null',
      '0',
      '',
      '<?xml version="1.0"?><a/>',
    ]);
  };
  const changeMethod = () => {
    method = pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']);
  };

  const bodyChanges = valid.body === undefined ? [] : [changeField, changeField, changeField, changeText];
  const changes = [changePath, changeQuery, changeHeader, changeMethod, ...bodyChanges];
  for (let count = 1 + Math.floor(random() * 3); count > 0; count -= 1) pick(changes)();
  const search = query.length === 0 ? '' : `?${query.join('&')}`;
  return {
    method,
    target: path + search,
    headers,
    body: body ?? (json === undefined ? undefined : JSON.stringify(json)),
  };
}

function encodeParameter(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value)}`;
}

/**
 * Returns a copy of the value in which one field at any depth is replaced, removed, added or deeply nested. Sometimes
 * replaces the whole value.
 */
function changeValue(value: unknown, pickHostileValue: () => unknown, random: () => number): unknown {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const chosen = entries[Math.floor(random() * entries.length)];
  if (chosen === undefined || random() < 0.1) return pickHostileValue();
  const [name, inner] = chosen;
  const kind = random();
  if (kind < 0.3) return setField(value, name, changeValue(inner, pickHostileValue, random));
  if (kind < 0.7) return setField(value, name, pickHostileValue());
  if (kind < 0.8) return setField(value, name, undefined);
  if (kind < 0.9) return setField(value, 'unknownField', pickHostileValue());
  let deep: unknown = inner;
  for (let level = 0; level < 200; level += 1) deep = { deeper: deep };
  return setField(value, name, deep);
}

function setField(value: unknown, name: string, inner: unknown): unknown {
  return Array.isArray(value) ? value.with(Number(name) || 0, inner) : { ...Object(value), [name]: inner };
}

/** Sends a request as it is, with a Content-Length header if it has a body. Rejects if there is no response. */
export function send(url: string, { method, target, headers, body }: RawRequest, agent: Agent) {
  const { hostname, port } = new URL(url);
  // Node.js omits Content-Length for a GET, so the server would parse the body as the next request.
  const lengthHeader: Record<string, string> =
    body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
    (resolve, reject) => {
      const request = httpRequest(
        { hostname, port, method, path: target, headers: { ...headers, ...lengthHeader }, agent },
        (response) => {
          text(response).then(
            (content) =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body: content }),
            reject,
          );
        },
      );
      request.setTimeout(15_000, () => request.destroy(new Error('no response in 15 s')));
      request.on('error', reject);
      request.end(body);
    },
  );
}
