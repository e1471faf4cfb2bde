import type { BrotliOptions, CompressCallback, InputType } from 'node:zlib';
import { expect, it, onTestFinished, vi } from 'vitest';
import { setUpRestHost, startGateway } from './harness.ts';

const compression = vi.hoisted(() => ({ isBroken: false }));
vi.mock('node:zlib', async (importOriginal) => {
  const zlib = await importOriginal<typeof import('node:zlib')>();
  return {
    ...zlib,
    brotliCompress: (body: InputType, options: BrotliOptions, callback: CompressCallback) => {
      if (compression.isBroken) callback(new Error('no memory'), Buffer.alloc(0));
      else zlib.brotliCompress(body, options, callback);
    },
  };
});

setUpRestHost();

it('a file with the schema is compressed at the next request if its compression has failed', async () => {
  const shop = await startGateway({ waitForCatalogue: false });
  onTestFinished(() => shop.close());
  const fetchSchema = () => fetch(`${shop.url}/schema.graphql`, { headers: { 'accept-encoding': 'br' } });
  compression.isBroken = true;
  expect((await fetchSchema()).status).toBe(500);
  compression.isBroken = false;
  const response = await fetchSchema();
  expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br']);
  expect(await response.text()).toContain('type Query');
});
