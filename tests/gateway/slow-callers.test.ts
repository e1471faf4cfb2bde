import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { HttpServer } from '#gateway/http/server.ts';

let door: HttpServer;
afterEach(() => door.close());

const moments = {
  headersTimeout: 100,
  requestTimeout: 200,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 20,
  drainTimeout: 10_000,
};

async function caller(app: RequestListener, times?: typeof moments): Promise<[Socket, string]> {
  door = new HttpServer(app, times);
  const port = await door.listen(0);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return [socket, `http://127.0.0.1:${port}/`];
}

it('shutting down waits for answers that are on their way, and not for connections nothing was asked over', async () => {
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

it('a connection is kept for longer after an answer than load balancers keep theirs', async () => {
  const [, url] = await caller((_, response) => response.end('answered'));
  expect((await fetch(url)).headers.get('keep-alive')).toBe('timeout=65');
});

it('shutting down does not wait for connections that are kept after an answer', async () => {
  const never = 3_600_000;
  const [kept] = await caller((_, response) => response.end('answered'), {
    ...moments,
    keepAliveTimeout: never,
    drainTimeout: never,
  });
  kept.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
  await once(kept, 'data');
  await door.close();
});

it('a request that names two hosts is refused, whatever it asks for', async () => {
  const [socket] = await caller((_, response) => response.end('answered'));
  socket.end('GET /health/live HTTP/1.1\r\nHost: one.example\r\nHOST: two.example\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

it.each([
  ['headers', 'POST /graphql HTTP/1.1\r\nHost: shop\r\n'],
  ['a body', 'POST /graphql HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\n{'],
])('who takes too long to send %s is answered and loses the connection', async (_, begun) => {
  const [slow] = await caller((request) => request.resume(), moments);
  slow.write(begun);
  expect(await text(slow)).toContain('408 Request Timeout');
});
