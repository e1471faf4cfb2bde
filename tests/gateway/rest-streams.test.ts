import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import net, { type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import { RestTransport, restPolicy } from '#gateway/rest/transport.ts';
import { closeServer, listenOnFreePort } from '../listen.ts';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await close?.();
  close = undefined;
});

/**
 * Starts a REST host. Returns a transport that sends requests to it, the outcomes of the transport's attempts with
 * `retried` before each retry, and the host's side of all connections. Streams have an idle timeout of 300 ms and a
 * limit of 100 bytes.
 */
async function startHost(listener: RequestListener) {
  const connections: Socket[] = [];
  const server = createServer(listener);
  server.on('connection', (socket) => connections.push(socket));
  const port = await listenOnFreePort(server);
  const outcomes: string[] = [];
  const observer = {
    onAttemptStart: () => ({ headers: {}, end: () => {} }),
    onAttemptEnd: (_: string, outcome: string) => outcomes.push(outcome),
    onRetry: () => outcomes.push('retried'),
    onNotSent: () => {},
  };
  const policy = { ...restPolicy, catalogueTimeoutMs: 300, maxCatalogueBytes: 100, baseBackoffMs: 1 };
  const transport = new RestTransport(`http://127.0.0.1:${port}/api/`, observer, policy);
  close = async () => {
    await transport.close();
    await closeServer(server);
  };
  return { transport, outcomes, connections };
}

const call = {
  endpoint: 'getallproducts',
  method: 'GET',
  path: '/getallproducts',
  userMessage: 'Failed',
} as const;

it('a response may take longer than the timeout as long as data arrives, and occupies a slot until it ends', async () => {
  const responseStarted = Promise.withResolvers<ServerResponse>();
  const { transport, outcomes } = await startHost((request, response) => {
    response.write(request.url);
    responseStarted.resolve(response);
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const received: string[] = [];
  await transport.stream(call, async ({ status, body }) => {
    expect(status).toBe(200);
    for await (const chunk of body) {
      received.push(Buffer.from(chunk).toString());
      expect(transport.load.running).toBe(1);
      vi.advanceTimersByTime(1_000);
      const response = await responseStarted.promise;
      setImmediate(() => {
        vi.advanceTimersByTime(299);
        if (received.length < 4) response.write('.');
        else response.end();
      });
    }
  });
  expect(received.join('')).toBe('/api/getallproducts...');
  expect(outcomes).toEqual(['200']);
  expect(transport.load.running).toBe(0);
});

it('a response that pauses for too long fails', async () => {
  const { transport, outcomes } = await startHost((_, response) => response.write('['));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const reading = transport.stream(call, async ({ body }) => {
    for await (const _ of body) setImmediate(() => vi.advanceTimersByTime(300));
  });
  await expect(reading).rejects.toMatchObject({ reason: 'timeout', mayHaveArrived: true });
  expect(outcomes).toEqual(['timeout']);
});

it('a response that is interrupted is requested again', async () => {
  let requests = 0;
  const { transport, outcomes } = await startHost((_, response) => {
    requests += 1;
    if (requests > 1) response.end('[]');
    else response.write('[', () => response.destroy());
  });
  const text = await transport.stream(call, async ({ body }) => {
    let read = '';
    for await (const chunk of body) read += Buffer.from(chunk).toString();
    return read;
  });
  expect(text).toBe('[]');
  expect(outcomes).toEqual(['network', 'retried', '200']);
});

it('a retry has the full timeout for the start of its response', async () => {
  const interrupted = Promise.withResolvers<ServerResponse>();
  const repeated = Promise.withResolvers<ServerResponse>();
  const { transport, outcomes } = await startHost((_, response) => {
    if (outcomes.length > 0) repeated.resolve(response);
    else response.write('[', () => interrupted.resolve(response));
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const chunkReceived = Promise.withResolvers<void>();
  const reading = transport.stream(call, async ({ body }) => {
    for await (const _ of body) chunkReceived.resolve();
  });
  await chunkReceived.promise;
  vi.advanceTimersByTime(200);
  (await interrupted.promise).destroy();
  const response = await repeated.promise;
  vi.advanceTimersByTime(200);
  response.end('[]');
  await reading;
  expect(outcomes).toEqual(['network', 'retried', '200']);
});

it('a response that exceeds the size limit fails and is not requested again', async () => {
  const { transport, outcomes } = await startHost((_, response) => response.end('['.padEnd(101)));
  const reading = transport.stream(call, async ({ body }) => {
    for await (const _ of body) expect.fail('a chunk beyond the limit was received');
  });
  await expect(reading).rejects.toMatchObject({ reason: 'invalid-response' });
  expect(outcomes).toEqual(['200']);
});

it('an error of the reader ends the call without a retry, and does not count as a failure of the host', async () => {
  const { transport, outcomes } = await startHost((_, response) => response.write('['));
  const { failureThreshold } = restPolicy.breaker;
  for (let count = 0; count < failureThreshold; count += 1) {
    const reading = transport.stream(call, async ({ body }) => {
      for await (const _ of body) throw new Error('not a list');
    });
    await expect(reading).rejects.toThrow('not a list');
  }
  expect(outcomes).toEqual(Array(failureThreshold).fill('200'));
  expect(transport.getBreakerStates().get('getallproducts')).toBe('closed');
});

it('a compressed response is decompressed', async () => {
  const { transport } = await startHost((request, response) => {
    expect(request.headers['accept-encoding']).toContain('gzip');
    response.setHeader('content-encoding', 'gzip').end(gzipSync('[1, 2]'));
  });
  const { body } = await transport.send(call);
  expect(Buffer.from(body).toString()).toBe('[1, 2]');
});

it('calls in succession reuse connections, which are closed with the transport', async () => {
  const { transport, connections } = await startHost((_, response) => response.end('[]'));
  for (const _ of Array(10)) await transport.send(call);
  expect(connections.length).toBeLessThan(5);
  await transport.close();
  await expect.poll(() => connections.every(({ destroyed }) => destroyed)).toBe(true);
});

it('a call fails with the reason if none of the host\u2019s IP addresses accepts a connection', async () => {
  const { transport } = await startHost((_, response) => response.end());
  vi.spyOn(net, 'connect').mockImplementation(() =>
    new net.Socket().destroy(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })),
  );
  await expect(transport.send(call)).rejects.toThrow('getallproducts: network: ECONNREFUSED');
});

it('a redirect is not followed', async () => {
  const { transport, outcomes } = await startHost((_, response) =>
    response.writeHead(302, { location: '/' }).end(),
  );
  expect(await transport.send(call)).toMatchObject({ status: 302, headers: { location: '/' } });
  expect(outcomes).toEqual(['302']);
});
