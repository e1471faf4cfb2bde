import { hash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OperatorError } from '#gateway/cli.ts';
import { readConfig } from '#gateway/config.ts';
import { startShop } from '#gateway/shop.ts';
import { readTrustedDocuments } from '#web/server/builds.ts';
import { createStorefront } from '#web/server.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { at, encodeNodeId, postGraphQL } from './graphql-call.ts';
import {
  setUpGateways,
  setUpRestHost,
  signIn,
  type TestGateway,
  type TestGatewayOptions,
} from './harness.ts';
import { createPartnerKey } from './partner-calls.ts';
import { hostUrl } from './rest-host.ts';
import { createProductRecord } from './rest-records.ts';

const rest = setUpRestHost();
/** The operations of the current build of the storefront. */
const storefront = readTrustedDocuments().current;
type Headers = Record<string, string>;
const asStorefront: Headers = { 'apollographql-client-name': 'storefront' };

let shop: TestGateway;
const bookCount = 2;
beforeEach(() => {
  rest.host.products = [createProductRecord(1), createProductRecord(2)];
});

const gateways = setUpGateways();

async function start(
  current: readonly string[] = storefront,
  { previous = [], ...options }: TestGatewayOptions & { previous?: readonly string[] } = {},
): Promise<void> {
  shop = await gateways.start({ ...options, trustedDocuments: { current, previous } });
}

function findDocument(name: string): string {
  const operationStart = new RegExp(`^(query|mutation) ${name}\\b`);
  return storefront.find((text) => operationStart.test(text)) ?? expect.fail(`no operation ${name}`);
}

const sha256 = (text: string) => hash('sha256', text);

let requestCount = 0;

/** Sends a GraphQL request. Each body is unique, so that no response comes from the response cache. */
async function send(
  { hash: sha256Hash, ...request }: { hash?: string; query?: string; variables?: Record<string, unknown> },
  headers: Headers = {},
) {
  requestCount += 1;
  const extensions = sha256Hash === undefined ? undefined : { persistedQuery: { version: 1, sha256Hash } };
  const response = await postGraphQL(
    shop.url,
    `${JSON.stringify({ ...request, extensions })}${' '.repeat(requestCount)}`,
    headers,
  );
  const body: unknown = await response.json();
  return { status: response.status, code: at(body, 'errors.0.extensions.code'), body };
}

const listing = { hash: sha256(findDocument('Listing')), variables: { first: 2 } };
const account = { hash: sha256(findDocument('Account')) };

describe('the hash of a storefront document', () => {
  it('is enough to execute it, for visitors, the storefront, shoppers and partners, and in a GET request', async () => {
    const dataDir = await createTemporaryFolder();
    const apiKey = await createPartnerKey(dataDir, 'library', 5_000);
    await start(storefront, { config: { dataDir } });
    const authorization = `Bearer ${await signIn(shop)}`;
    const callers: Headers[] = [{}, asStorefront, { authorization }, { 'x-api-key': apiKey }];
    for (const headers of callers) {
      const { status, body } = await send(listing, headers);
      expect({ status, count: at(body, 'data.products.totalCount') }).toEqual({
        status: 200,
        count: bookCount,
      });
    }
    expect(at((await send(account)).body, 'data.user')).toBeNull();
    expect(at((await send(account, { authorization })).body, 'data.user.id')).toBe(encodeNodeId('User', 7));
    const parameters = new URLSearchParams({
      variables: JSON.stringify(listing.variables),
      extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: listing.hash } }),
    });
    const response = await fetch(`${shop.url}/graphql?${parameters}`);
    expect(at(await response.json(), 'data.products.totalCount')).toBe(bookCount);
  });

  it('is enough for a call within the process of the gateway, as when pages are rendered', async () => {
    await start();
    const { data, errors } = await shop.gateway.execute(
      {
        variables: listing.variables,
        extensions: { persistedQuery: { version: 1, sha256Hash: listing.hash } },
      },
      { origin: 'https://shop.example', signal: new AbortController().signal },
    );
    expect(errors).toBeUndefined();
    expect(at(data, 'products.totalCount')).toBe(bookCount);
  });

  it('stays known, whatever other clients send', async () => {
    await start();
    const first = '{ first: __typename }';
    await send({ query: first });
    // Together, the following documents exceed the limit of the plan cache, so it evicts `first`.
    const comment = `#${'x'.repeat(50_000)}`;
    for (let index = 0; index < 45; index += 1) {
      expect(await send({ query: `{ n${index}: __typename } ${comment}` })).toMatchObject({ status: 200 });
    }
    expect((await send({ hash: sha256(first) })).code).toBe('PERSISTED_QUERY_NOT_FOUND');
    for (const text of storefront) {
      expect((await send({ hash: sha256(text) })).code, text).not.toBe('PERSISTED_QUERY_NOT_FOUND');
    }
  });

  it('is all that rendering pages needs, even if only trusted documents are allowed', async () => {
    const dataDir = await createTemporaryFolder();
    const config = {
      ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', STOREFRONT_DOCUMENTS: 'trusted' }),
      port: 0,
    };
    const running = await startShop(config, hostUrl, { createStorefront, readTrustedDocuments });
    try {
      const url = running.url.replace('localhost', '127.0.0.1');
      await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200);
      const page = await fetch(`${url}/product/1`, { headers: { accept: 'text/html' } });
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<h1');
      const metrics = await (await fetch(`${url}/metrics`)).text();
      // An unknown hash would be counted as an operation that could not be read.
      expect(metrics).toMatch(/^gateway_operation_seconds_count\{kind="query",outcome="ok"\} [1-9]/m);
      expect(metrics).not.toContain('kind="unreadable"');
    } finally {
      await running.close();
    }
  });
});

describe('a request with a hash', () => {
  it('fails with PERSISTED_QUERY_NOT_FOUND if the hash is unknown, until the text is sent with it', async () => {
    await start();
    const query = '{ products { totalCount } }';
    const unknown = { hash: sha256(query) };
    expect(await send(unknown)).toMatchObject({ code: 'PERSISTED_QUERY_NOT_FOUND' });
    expect(await send({ ...unknown, query })).toMatchObject({ status: 200, code: undefined });
    expect(at((await send(unknown)).body, 'data.products.totalCount')).toBe(bookCount);
  });

  it('fails if the hash is not that of the text', async () => {
    await start();
    for (const query of ['{ __typename }', findDocument('Listing')]) {
      const { status, body } = await send({ query, hash: sha256('{ other }') });
      expect(status).toBe(400);
      expect(at(body, 'errors.0.message')).toBe('provided sha does not match query');
    }
    expect(await send({ ...listing, query: findDocument('Listing') })).toMatchObject({ code: undefined });
  });
});

describe('after a deployment', () => {
  const query = 'query Old { slides { id } }';
  const old = { hash: sha256(query) };

  it('the operations of previous builds are known, even if only trusted documents are allowed', async () => {
    await start(storefront, { previous: [query], config: { storefrontDocuments: 'trusted' } });
    expect(await send(old, asStorefront)).toMatchObject({ status: 200, code: undefined });
  });

  it('an operation of a removed build is executed as soon as its text is sent', async () => {
    await start([query]);
    expect((await send(old)).code).toBeUndefined();
    await start();
    expect((await send(old, asStorefront)).code).toBe('PERSISTED_QUERY_NOT_FOUND');
    expect(await send({ ...old, query }, asStorefront)).toMatchObject({ status: 200, code: undefined });
  });

  it('an operation of a previous build is not known if it is no longer valid', async () => {
    const invalid = 'query Older { productOfTheDay { id } }';
    await start(storefront, { previous: [invalid, 'query Unreadable {'] });
    expect((await send({ hash: sha256(invalid) })).code).toBe('PERSISTED_QUERY_NOT_FOUND');
    expect((await send(listing)).code).toBeUndefined();
  });
});

it.each([
  [
    'query Product($id: ID!) {\n  product(id: $id) { subtitle }\n}',
    `'query Product' is invalid. Cannot query field "subtitle" on type "Product".`,
  ],
  ['mutation Broken {', `'mutation Broken' is invalid. Syntax Error: Expected Name, found <EOF>.`],
])(
  'a gateway does not start with a storefront that was built for another schema: %j',
  async (text, reason) => {
    const starting = start([...storefront, text]);
    await expect(starting).rejects.toThrow(OperatorError);
    await expect(starting).rejects.toThrow(
      `The storefront was built for another schema.graphql: ${reason} Run \`npm run build\`.`,
    );
  },
);

describe('STOREFRONT_DOCUMENTS=trusted', () => {
  const config = { storefrontDocuments: 'trusted' } as const;
  const other = '{ __typename }';

  it('rejects requests of the storefront for documents that are not trusted', async () => {
    await start(storefront, { config });
    // Another client has already sent the document, so the gateway has a plan for it.
    expect(await send({ query: other })).toMatchObject({ status: 200 });
    for (const request of [
      { query: other },
      { hash: sha256(other) },
      { query: other, hash: sha256(other) },
      { query: other, hash: listing.hash },
      { query: '{ invalid' },
      {},
    ]) {
      const { status, code, body } = await send(request, asStorefront);
      expect({ status, code }).toEqual({ status: 400, code: 'DOCUMENT_NOT_TRUSTED' });
      expect(z.uuid().safeParse(at(body, 'errors.0.extensions.requestId')).success).toBe(true);
    }
    expect(await send(listing, asStorefront)).toMatchObject({ status: 200, code: undefined });
    const requestWithText = { query: findDocument('Listing'), variables: listing.variables };
    expect(await send(requestWithText, asStorefront)).toMatchObject({ status: 200, code: undefined });
  });

  it('does not serve the storefront a response that was cached for another client', async () => {
    await start(storefront, { config });
    const post = (headers: Headers) =>
      postGraphQL(shop.url, { query: '{ products { totalCount } }' }, headers);
    for (let count = 0; count < 3; count += 1) expect((await post({})).status).toBe(200);
    expect((await post(asStorefront)).status).toBe(400);
  });

  it('does not affect other clients', async () => {
    await start(storefront, { config });
    const authorization = `Bearer ${await signIn(shop)}`;
    const callers: Headers[] = [{}, { authorization }, { 'apollographql-client-name': 'app' }];
    for (const headers of callers) {
      expect(await send({ query: other }, headers)).toMatchObject({ status: 200, code: undefined });
    }
  });
});

it('without STOREFRONT_DOCUMENTS=trusted, the storefront may send any document', async () => {
  await start();
  expect(await send({ query: '{ __typename }' }, asStorefront)).toMatchObject({
    status: 200,
    code: undefined,
  });
});
