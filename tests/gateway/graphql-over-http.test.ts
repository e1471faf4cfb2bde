import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';

setUpRestHost();
let shop: TestGateway;
beforeAll(async () => {
  shop = await startGateway({ waitForCatalogue: false });
});
afterAll(() => shop.close());

const audits = serverAudits({ url: () => `${shop.url}/graphql` });

describe('GraphQL over HTTP, checked by the audits of its working group', () => {
  it.each(audits.map((audit): [string, (typeof audits)[number]] => [audit.name, audit]))(
    '%s',
    async (_, audit) => {
      const result = await audit.fn();
      const { reason } = { reason: '', ...result };
      expect({ status: result.status, reason }).toEqual({ status: 'ok', reason: '' });
    },
  );

  it('runs more than fifty audits', () => {
    expect(audits.length).toBeGreaterThan(50);
  });
});
