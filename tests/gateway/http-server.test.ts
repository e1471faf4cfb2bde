import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postGraphQL } from './graphql-call.ts';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';

setUpRestHost();
let shop: TestGateway;
beforeAll(async () => {
  shop = await startGateway({ waitForCatalogue: false });
});
afterAll(() => shop.close());

async function post(body: string, headers: Record<string, string> = {}, path = '/graphql') {
  const response = await fetch(`${shop.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await response.text();
  const { status, headers: responseHeaders } = response;
  return {
    status,
    id: responseHeaders.get('x-request-id'),
    type: responseHeaders.get('content-type') ?? '',
    text,
  };
}

describe('the HTTP server', () => {
  const maxBodyBytes = 100_000;
  const createBody = (bytes: number) => {
    const body = JSON.stringify({ query: '{ __typename }', padding: '' });
    return body.replace('"padding":""', `"padding":"${'x'.repeat(bytes - body.length)}"`);
  };

  it.each([
    ['invalid JSON', '{bad', 400, 'BAD_REQUEST'],
    ['an empty body', '', 400, 'BAD_REQUEST'],
    ['a list of requests', '[{"query":"{ __typename }"}]', 400, 'BAD_REQUEST'],
    ['a number', '7', 400, 'BAD_REQUEST'],
    ['a query that is not a string', '{"query":7}', 400, 'BAD_REQUEST'],
    ['variables that are a list', '{"query":"{ __typename }","variables":[]}', 400, 'BAD_REQUEST'],
    ['a body above the maximum size', createBody(maxBodyBytes + 1), 413, 'PAYLOAD_TOO_LARGE'],
    ['a query with a syntax error', '{"query":"{"}', 400, 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{"query":"{ nope }"}', 400, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a variable of the wrong type',
      '{"query":"query($n: Int) { products(first: $n) { totalCount } }","variables":{"n":"x"}}',
      400,
      'BAD_USER_INPUT',
    ],
    [
      'an amount with three decimals',
      '{"query":"{ products(filter: { minPrice: 1.005 }) { totalCount } }"}',
      400,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a subscription, which the schema does not define',
      '{"query":"subscription { product(id: \\"1\\") { id } }"}',
      400,
      'OPERATION_RESOLUTION_FAILURE',
    ],
    ['a query that is null', '{"query":null}', 400, 'BAD_REQUEST'],
    ['deeply nested brackets', `{"query":"{a(b:${'['.repeat(1900)}"}`, 400, 'GRAPHQL_PARSE_FAILED'],
    [
      'a persisted query with a wrong hash',
      '{"query":"{ __typename }","extensions":{"persistedQuery":{"version":1,"sha256Hash":"00"}}}',
      400,
      'BAD_REQUEST',
    ],
    [
      'a persisted query that is a number',
      '{"query":"{ __typename }","extensions":{"persistedQuery":7}}',
      400,
      'BAD_REQUEST',
    ],
    [
      'an unknown operation name',
      '{"query":"query A { __typename }","operationName":"B"}',
      400,
      'OPERATION_RESOLUTION_FAILURE',
    ],
  ])('rejects an invalid GraphQL request with a GraphQL error: %s', async (_, body, status, code) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(response.type).toContain('json');
    const { errors } = JSON.parse(response.text);
    expect(errors[0].extensions).toEqual({ code, requestId: response.id });
    expect(response.text).not.toContain('node_modules');
    expect(response.text).not.toContain('stack');
  });

  it('closes the connection of a client whose body it does not read to the end', async () => {
    const { headers, status } = await postGraphQL(shop.url, createBody(maxBodyBytes + 1));
    expect({ status, connection: headers.get('connection') }).toEqual({ status: 413, connection: 'close' });
  });

  it('accepts a body of exactly the maximum size', async () => {
    expect((await post(createBody(maxBodyBytes))).status).toBe(200);
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])(
    'rejects %s requests to /graphql',
    async (method) => {
      const response = await fetch(`${shop.url}/graphql`, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, POST');
      if (method === 'HEAD') return;
      const { errors } = await response.json();
      expect(errors).toEqual([
        {
          message: `The method is ${method}: GraphQL requests must use GET or POST.`,
          extensions: { code: 'METHOD_NOT_ALLOWED', requestId: response.headers.get('x-request-id') },
        },
      ]);
    },
  );

  it.each([
    [{ 'content-type': 'application/xml' }, "The body's type is 'application/xml'"],
    [{ 'content-type': 'application/graphql' }, "The body's type is 'application/graphql'"],
    [{ 'content-type': 'application/json; charset=utf-16' }, "'application/json; charset=utf-16'"],
    [
      { 'content-encoding': 'gzip' },
      "The body has the content encoding 'gzip': it must be sent without one.",
    ],
  ])('rejects a body with the unsupported headers %o', async (headers, message) => {
    const response = await post('{"query":"{ __typename }"}', headers);
    expect(response.status).toBe(415);
    const { errors } = JSON.parse(response.text);
    expect(errors[0].message).toContain(message);
    expect(errors[0].extensions.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  it.each(['application/json', 'application/json; charset="UTF-8"', 'application/graphql+json'])(
    'accepts a body of type %s',
    async (type) => {
      expect((await post('{"query":"{ __typename }"}', { 'content-type': type })).status).toBe(200);
    },
  );

  it('responds with 404 to paths below /graphql', async () => {
    const response = await post('{"query":"{ __typename }"}', {}, '/graphql/v2');
    expect(response.status).toBe(404);
    expect(JSON.parse(response.text).errors[0].extensions.code).toBe('NOT_FOUND');
    expect((await fetch(`${shop.url}/graphql/v2?query={__typename}`)).status).toBe(404);
  });

  it.each(['/graphqlfoo', '/GraphQLfoo'])('does not run GraphQL requests sent to %s', async (path) => {
    const { errors } = JSON.parse(await (await fetch(`${shop.url}${path}?query={__typename}`)).text());
    expect(errors).toMatchObject([
      { message: 'There is nothing at this URL.', extensions: { code: 'NOT_FOUND' } },
    ]);
  });

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=part'])(
    'rejects a body of type %s, which pages of other sites could submit',
    async (type) => {
      const response = await post('{"query":"{ __typename }"}', { 'content-type': type });
      expect(response.status).toBe(415);
      expect(JSON.parse(response.text).errors[0].extensions.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    },
  );

  it('rejects cross-origin GET requests, and mutations by GET', async () => {
    const get = (query: string, headers: Record<string, string> = {}) =>
      fetch(`${shop.url}/graphql?query=${encodeURIComponent(query)}`, {
        headers: { accept: 'application/graphql-response+json', ...headers },
      });
    expect((await get('{ __typename }')).status).toBe(200);
    expect((await get('{ __typename }', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const rejected = await get('{ __typename }', headers);
      expect(rejected.status).toBe(400);
      expect(await rejected.text()).toContain('CSRF');
    }
    expect((await get('{ __typename }', { origin: 'https://elsewhere.example' })).status).toBe(400);
    const mutation = await get('mutation { logout { loggedOut } }');
    expect([mutation.status, mutation.headers.get('allow')]).toEqual([405, 'POST']);
    expect(JSON.parse(await mutation.text()).errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED');
  });

  it('rejects a client that does not accept JSON', async () => {
    const response = await post('{"query":"{ __typename }"}', { accept: 'text/html' });
    expect(response.status).toBe(406);
    expect(JSON.parse(response.text).errors[0].extensions.code).toBe('NOT_ACCEPTABLE');
  });

  it.each([
    ['POST', '/product', 405, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '/', 405, 'METHOD_NOT_ALLOWED'],
    ['OPTIONS', '/', 405, 'METHOD_NOT_ALLOWED'],
    ['PATCH', '/health/live', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/nothing/at/all', 404, 'NOT_FOUND'],
  ])('responds with 404 or 405 to a request without a handler: %s %s', async (method, path, status, code) => {
    const response = await fetch(`${shop.url}${path}`, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : null);
    const { errors } = JSON.parse(await response.text());
    expect(errors[0].extensions).toEqual({ code, requestId: response.headers.get('x-request-id') });
  });

  it('tells a GraphQL client with a wrong URL the right one, rather than sending a page of the shop', async () => {
    const withPages = await startGateway({
      waitForCatalogue: false,
      storefront: () => (_, response) => {
        response.status(405).send('<!doctype html>');
      },
    });
    try {
      for (const path of ['/', '/graph', '/product']) {
        const response = await fetch(`${withPages.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"query":"{ __typename }"}',
        });
        expect(response.status).toBe(405);
        expect(await response.json()).toMatchObject({
          errors: [
            {
              message: 'This URL does not support POST. Send GraphQL requests to /graphql.',
              extensions: { code: 'METHOD_NOT_ALLOWED' },
            },
          ],
        });
      }
      // The language form of a page is not sent as JSON.
      const form = await fetch(withPages.url, {
        method: 'POST',
        body: new URLSearchParams({ language: 'mr' }),
      });
      expect(await form.text()).toContain('<!doctype html>');
    } finally {
      await withPages.close();
    }
  });

  // A proxy that hides these paths may let their variants through.
  it.each(['/metrics/', '/METRICS', '/health/live/', '/HEALTH/ready'])(
    'serves metrics and health checks only at their exact paths, not at %s',
    async (path) => {
      const response = await fetch(`${shop.url}${path}`);
      expect(response.status).toBe(404);
      expect(JSON.parse(await response.text()).errors[0].extensions.code).toBe('NOT_FOUND');
    },
  );

  it.each(['/health/live', '/graphql?query={__typename}', '/nothing'])(
    'asks browsers to use HTTPS for its own host, but not for subdomains: %s',
    async (path) => {
      const policy = (await fetch(`${shop.url}${path}`)).headers.get('strict-transport-security');
      expect(policy).toMatch(/^max-age=\d{8}$/);
    },
  );

  it.each([
    ['a"><script>', 400],
    ['a b', 400],
    ['shop.example:99999', 400],
    ['999.999.999.999', 400],
    ['[:::::]', 400],
    ['shop.example', 200],
    ['shop.example:8080', 200],
    ['[::1]:8080', 200],
  ])('responds to the Host header %s with status %i', async (host, expectedStatus) => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(`${shop.url}/graphql?query={__typename}`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(expectedStatus);
  });

  it.each(['javascript', '"><script>', 'a b', '//'])(
    'rejects the protocol %s in the X-Forwarded-Proto header of a trusted proxy',
    async (protocol) => {
      const proxied = await startGateway({ waitForCatalogue: false, config: { trustedProxies: 1 } });
      const sendWithProtocol = (forwardedProtocol: string) =>
        postGraphQL(proxied.url, { query: '{ __typename }' }, { 'x-forwarded-proto': forwardedProtocol });
      expect((await sendWithProtocol(protocol)).status).toBe(400);
      expect((await sendWithProtocol('https')).status).toBe(200);
      await proxied.close();
    },
  );
});
