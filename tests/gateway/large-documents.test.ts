import { beforeAll, describe, expect, it } from 'vitest';
import { type GatewayProcess, startGatewayProcess, waitUntilReady } from './gateway-process.ts';
import { startHostServer } from './host-server.ts';
import { RestHost } from './rest-host.ts';

let gateway: GatewayProcess;
beforeAll(async () => {
  const host = await startHostServer(new RestHost());
  gateway = await startGatewayProcess({ REST_API_URL: host.url, NODE_OPTIONS: '--max-old-space-size=96' });
  await waitUntilReady(gateway);
  return async () => {
    await gateway.stop();
    await host.close();
  };
});

const repeat = (count: number, text: string) => Array.from({ length: count }, () => text).join(' ');

/** A document of fragments that each spread the next one twice, so that the last one is spread `2 ** levels` times. */
function createNestedDocument(levels: number, comment: number): string {
  const fragments = Array.from(
    { length: levels },
    (_, level) => `fragment F${level} on Product { ...F${level + 1} ...F${level + 1} }`,
  );
  const fields = 'id sku name price mrp isbn';
  return `{ product(id: "1") { ...F0 } } ${fragments.join(' ')} fragment F${levels} on Product { ${fields} } # ${comment}`;
}

describe('a document', () => {
  const select = (field: string, count: number) => `{ product(id: "1") { ${repeat(count, field)} } }`;
  const unused = (count: number) =>
    `{ __typename } fragment Unused on Query { ${repeat(count, 'categories { name }')} }`;

  // 71 `category` fields form 2,485 pairs, and so do the `name` fields in them; at most 5,000 pairs are allowed.
  it('is executed if it selects a field of an object 71 times, and rejected at 72', async () => {
    expect((await gateway.graphql(select('category { name }', 71))).errors).toEqual([]);
    const { status, errors } = await gateway.graphql(select('category { name }', 72));
    expect(status).toBe(400);
    expect(errors).toMatchObject([
      {
        message:
          "The document repeats fields of the same object too often, for example 'category'. Select each field of an object once.",
        extensions: { code: 'QUERY_TOO_COMPLEX' },
      },
    ]);
  });

  it.each([
    ['a field in a fragment that it does not use', unused(72)],
    ['a field that does not exist', select('nothing { name }', 72)],
    [
      'a field in several fragments',
      `{ ${[1, 2, 3].map((n) => `...F${n}`).join(' ')} } ${[1, 2, 3]
        .map((n) => `fragment F${n} on Query { ${repeat(24, 'categories { name }')} }`)
        .join(' ')}`,
    ],
  ])('is rejected if it selects the same field too often: %s', async (_, document) => {
    const { errors } = await gateway.graphql(document);
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['QUERY_TOO_COMPLEX']);
  });

  it('is rejected if nested fragments multiply its size', async () => {
    const { status, errors } = await gateway.graphql(createNestedDocument(30, 0));
    expect(status).toBe(400);
    expect(errors).toMatchObject([
      {
        message:
          'The document has more than 5000 selections, counting each fragment wherever it is spread. Send smaller operations.',
      },
    ]);
  });

  it('is rejected if it selects the same field too often, even in a GET request with a Content-Type', async () => {
    const url = `${gateway.url}/graphql?${new URLSearchParams({ query: select('category { name }', 72) })}`;
    const headers = { 'content-type': 'application/json' };
    expect(await (await fetch(url, { headers })).json()).toMatchObject({
      errors: [{ extensions: { code: 'QUERY_TOO_COMPLEX' } }],
    });
  });

  it('is reported as invalid if one of its fragments spreads itself', async () => {
    const { errors } = await gateway.graphql('{ ...A } fragment A on Query { __typename ...A }');
    expect(errors[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  it('does not exhaust the memory of the gateway, even if a client sends many large ones', async () => {
    for (let index = 0; index < 300; index += 1)
      expect((await gateway.graphql(createNestedDocument(9, index))).errors).toEqual([]);
  }, 120_000);
});
