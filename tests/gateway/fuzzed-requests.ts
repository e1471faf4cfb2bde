import { hash } from 'node:crypto';
import { hostileTexts, mutateRequest, type RawRequest } from '#tests/rest-api/mutations.ts';
import { createPicker } from '#tests/seeded-random.ts';

/** Valid operations, cursors and a token, from which the fuzzer creates its requests. */
export interface FuzzSeeds {
  operations: ReadonlyArray<{ query: string; variables?: Record<string, unknown> | undefined }>;
  /** Queries with a variable `$cursor`, each with a valid cursor. */
  pagedQueries: ReadonlyArray<{ query: string; cursor: string }>;
  token: string;
}

const hostileTokens = [
  ...'{ } ( ) [ ] ... : ! | & = # " """ \u0000 \ufeff ॐ on null -0 1e999 99999999999999 $cursor'.split(' '),
  ...'query mutation subscription fragment ...F __typename __proto__ $__proto__ constructor'.split(' '),
  ...'@deprecated @defer @skip(if:true) @include(if:null) @stream(initialCount:0)'.split(' '),
  '"\\ud800"',
  '"\\u{110000}"',
  '__schema { types { name } }',
  '__type(name: "User") { name }',
  '... on User { email }',
  'fragment F on Query { ...F }',
  'a: products(first: 100) { nodes { related { related { related { id } } } } }',
];

const hostileHeaders: ReadonlyArray<readonly [name: string, value: string]> = [
  ['authorization', ''],
  ['authorization', 'Bearer'],
  ['authorization', 'Bearer  '],
  ['authorization', 'Basic dXNlcjpwYXNz'],
  ['authorization', `Bearer ${'a.'.repeat(2_000)}`],
  ['authorization', 'Bearer eyJhbGciOiJub25lIn0.e30.'],
  ['authorization', 'Bearer \u00ff\u00fe'],
  ['x-api-key', ''],
  ['x-api-key', 'k'.repeat(4_000)],
  ['x-api-key', '\u00ff'],
  ['accept', ''],
  ['accept', 'application/json;q=x, */*;q=2'],
  ['accept', 'application/graphql-response+json; charset=utf-32'],
  ['accept', 'multipart/mixed; deferSpec=20220824'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'application/graphql'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-encoding', 'gzip'],
  ['host', '[::1'],
  ['host', 'a b'],
  ['host', '127.0.0.1:999999'],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
  ['x-forwarded-for', '1.2.3.4, \u00ff, ::1%eth0'],
  ['x-forwarded-host', 'evil.example'],
  ['traceparent', '00-zz-1-ff'],
  ['tracestate', '=,=,='],
  ['apollo-require-preflight', ''],
  ['x-apollo-operation-name', '\u00ff'.repeat(500)],
  ['expect', '100-continue'],
  ['te', 'trailers, deflate;q=0.5'],
  ['cookie', 'x'.repeat(9_000)],
];

const cursorBodies = [
  ...'null {} [] "x" 7 [ \u0000 [1,1] [1e999,1,"1"] [null,null,null] [1,"1",1] [-1,0,""]'.split(' '),
  ...'[1,1,"1",1,1,1] [1,1,"__proto__"] [9007199254740993,-1,"x"] [1,"a\\ud800"]'.split(' '),
];

/** Returns the tokens of a query with a change at an index or at the end. */
type TokenMutation = (tokens: readonly string[], index: number, pickHostileToken: () => string) => string[];

const tokenMutations: readonly TokenMutation[] = [
  (tokens, index) => tokens.toSpliced(index, 1),
  (tokens, index) => tokens.toSpliced(index, 0, tokens[index] ?? ''),
  (tokens, index) => tokens.toSpliced(index, 0, ...Array<string>(500).fill(tokens[index] ?? '')),
  (tokens, index) => tokens.toSpliced(index, 2, tokens[index + 1] ?? '', tokens[index] ?? ''),
  (tokens, index, pickHostileToken) => tokens.toSpliced(index, 1, pickHostileToken()),
  (tokens, index, pickHostileToken) => tokens.toSpliced(index, 0, pickHostileToken()),
  (tokens, _, pickHostileToken) => [...tokens, pickHostileToken()],
];

/** Creates a GraphQL request with random changes, for example to its query, variables, headers or cursor. */
export function createFuzzedRequest(random: () => number, seeds: FuzzSeeds): RawRequest {
  const pick = createPicker(random);
  const loginHeaders: Record<string, string> =
    random() < 0.5 ? { authorization: `Bearer ${seeds.token}` } : {};
  const post = (body: unknown, headers: Record<string, string> = {}): RawRequest => ({
    method: 'POST',
    target: '/graphql',
    headers: { 'content-type': 'application/json', ...loginHeaders, ...headers },
    body: JSON.stringify(body),
  });

  function fuzzQuery(): RawRequest {
    const { query, variables } = pick(seeds.operations);
    let tokens: string[] = query.match(/[\w$]+|"[^"]*"|\.\.\.|[^\s\w]/g) ?? [];
    for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) {
      const index = Math.floor(random() * tokens.length);
      tokens = pick(tokenMutations)(tokens, index, () =>
        pick([...hostileTokens, pick(seeds.operations).query]),
      );
    }
    const operationName = random() < 0.1 ? pick(hostileTexts) : undefined;
    return post({ query: tokens.join(' '), variables, operationName });
  }

  function fuzzVariables(): RawRequest {
    const { query, variables = {} } = pick(seeds.operations);
    const request = mutateRequest({ method: 'POST', path: '/graphql', body: { query, variables } }, random);
    return { ...request, headers: { ...loginHeaders, ...request.headers } };
  }

  function fuzzHeaders(): RawRequest {
    const { query, variables } = pick(seeds.operations);
    const headers = Object.fromEntries([pick(hostileHeaders), pick(hostileHeaders)]);
    if (random() < 0.7) return post({ query, variables }, headers);
    const search = new URLSearchParams({
      query,
      variables: pick([JSON.stringify(variables ?? {}), '{', '[]']),
    });
    return { method: 'GET', target: `/graphql?${search}`, headers, body: undefined };
  }

  function fuzzCursor(): RawRequest {
    const { query, cursor: validCursor } = pick(seeds.pagedQueries);
    const index = Math.floor(random() * validCursor.length);
    const forgeCursor = () => {
      const [queryHash, body] = [
        validCursor.slice(0, 8),
        Buffer.from(pick(cursorBodies)).toString('base64url'),
      ];
      // The checksum has no secret key, so an attacker can compute it too.
      const checksum = hash('sha256', `cursor ${queryHash} ${body}`, 'base64url').slice(0, 6);
      return pick([`${queryHash}${checksum}${body}`, `${queryHash}${body}`]);
    };
    const cursor = pick([
      forgeCursor,
      forgeCursor,
      () => validCursor.slice(0, index),
      () => validCursor.slice(0, index) + pick(['A', '_', '=', '\u0000', 'अ']) + validCursor.slice(index + 1),
      () => validCursor.repeat(50),
      () => pick(hostileTexts),
      () => pick(seeds.pagedQueries).cursor,
    ])();
    return post({ query, variables: { cursor } });
  }

  return pick([fuzzQuery, fuzzQuery, fuzzVariables, fuzzHeaders, fuzzCursor])();
}
