import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { HttpServer } from '#gateway/http/server.ts';

let door: HttpServer;
afterEach(() => door.close());

const shortTimeouts = {
  headersTimeout: 100,
  requestTimeout: 200,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 20,
  drainTimeout: 10_000,
};

async function caller(app: RequestListener, times?: typeof shortTimeouts): Promise<[Socket, string]> {
  door = new HttpServer(app, times);
  const port = await door.listen(0);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return [socket, `http://127.0.0.1:${port}/`];
}

it('shutdown waits for running requests, but not for unused connections', async () => {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const [unused, url] = await caller(async (_, response) => {
    asked.resolve();
    await held.promise;
    response.end('answered');
  });
  const answer = fetch(url);
  await asked.promise;
  const end = door.close();
  unused.resume();
  await once(unused, 'close');
  held.resolve();
  expect(await (await answer).text()).toBe('answered');
  await end;
});

it('idle connections stay open longer than those of load balancers', async () => {
  const [, url] = await caller((_, response) => response.end('answered'));
  expect((await fetch(url)).headers.get('keep-alive')).toBe('timeout=65');
});

it('shutdown does not wait for idle keep-alive connections', async () => {
  const never = 3_600_000;
  const [kept] = await caller((_, response) => response.end('answered'), {
    ...shortTimeouts,
    keepAliveTimeout: never,
    drainTimeout: never,
  });
  kept.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
  await once(kept, 'data');
  await door.close();
});

it('a request with two Host headers is rejected', async () => {
  const [socket] = await caller((_, response) => response.end('answered'));
  socket.end('GET /health/live HTTP/1.1\r\nHost: one.example\r\nHOST: two.example\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

it.each([
  ['headers', 'POST /graphql HTTP/1.1\r\nHost: shop\r\n'],
  ['a body', 'POST /graphql HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\n{'],
])('a client that takes too long to send %s gets a response and is disconnected', async (_, begun) => {
  const [slow] = await caller((request) => request.resume(), shortTimeouts);
  slow.write(begun);
  expect(await text(slow)).toContain('408 Request Timeout');
});
