import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { HttpServer } from '#gateway/http/server.ts';

let server: HttpServer;
afterEach(() => server.close());

const shortTimeouts = {
  headersTimeout: 100,
  requestTimeout: 200,
  sendTimeout: 100,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 20,
  drainTimeout: 10_000,
};

/** Starts a server. Returns a connected socket and the server's URL. */
async function startServer(app: RequestListener, timeouts?: typeof shortTimeouts): Promise<[Socket, string]> {
  server = new HttpServer(app, timeouts);
  const port = await server.listen(0);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return [socket, `http://127.0.0.1:${port}/`];
}

it('shutdown waits for running requests, but not for unused connections', async () => {
  const release = Promise.withResolvers<void>();
  const requestReceived = Promise.withResolvers<void>();
  const [unusedSocket, url] = await startServer(async (_, response) => {
    requestReceived.resolve();
    await release.promise;
    response.end('done');
  });
  const response = fetch(url);
  await requestReceived.promise;
  const closed = server.close();
  unusedSocket.resume();
  await once(unusedSocket, 'close');
  release.resolve();
  expect(await (await response).text()).toBe('done');
  await closed;
});

it('shutdown serves a request that has arrived but is still to be read', async () => {
  const [socket, url] = await startServer((_, response) => response.end('done'));
  // Connections are accepted in order, so the server has accepted that of the socket when it responds to this request.
  await fetch(url);
  socket.write('GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n');
  const closed = server.close();
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  await closed;
});

it('the server announces that it keeps idle connections open for 65 seconds, longer than most load balancers', async () => {
  const [, url] = await startServer((_, response) => response.end('done'));
  expect((await fetch(url)).headers.get('keep-alive')).toBe('timeout=65');
});

it('shutdown does not wait for idle keep-alive connections', async () => {
  const oneHourMs = 3_600_000;
  const [socket] = await startServer((_, response) => response.end('done'), {
    ...shortTimeouts,
    keepAliveTimeout: oneHourMs,
    drainTimeout: oneHourMs,
  });
  socket.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
  await once(socket, 'data');
  await server.close();
});

it('a request with two Host headers is rejected', async () => {
  const [socket] = await startServer((_, response) => response.end('done'));
  socket.end('GET /health/live HTTP/1.1\r\nHost: one.example\r\nHOST: two.example\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

it('a request target in absolute form becomes a path, and its host replaces the Host header', async () => {
  const [socket] = await startServer(({ url, headers }, response) => response.end(`${headers.host}${url}`));
  socket.write('GET http://shop.example/product?page=2 HTTP/1.1\r\nHost: other.example\r\n\r\n');
  socket.end('GET HTTP://shop.example:80?page=3 HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n');
  const responses = await text(socket);
  expect(responses).toContain('\nshop.example/product?page=2');
  expect(responses).toContain('\nshop.example:80/?page=3');
});

it.each([
  ['the headers', 'POST /graphql HTTP/1.1\r\nHost: shop\r\n'],
  ['the body', 'POST /graphql HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\n{'],
])(
  'a client that takes too long to send %s gets status 408 and is disconnected',
  async (_, partialRequest) => {
    // Otherwise, the inactive connection could be closed before the status is sent.
    const timeouts = { ...shortTimeouts, sendTimeout: 60_000 };
    const [socket] = await startServer((request) => request.resume(), timeouts);
    socket.write(partialRequest);
    expect(await text(socket)).toContain('408 Request Timeout');
  },
);

it('a client that stops receiving its response is disconnected', async () => {
  const closed = Promise.withResolvers<boolean>();
  const [socket] = await startServer((_, response) => {
    response.on('close', () => closed.resolve(response.writableFinished)).end(Buffer.alloc(50_000_000));
  }, shortTimeouts);
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
  expect(await closed.promise).toBe(false);
  socket.destroy();
});

it('a client is not disconnected while its response is being prepared', async () => {
  const [, url] = await startServer(async ({ socket }, response) => {
    // Waits longer than a client may take to receive what has been sent.
    await once(socket, 'timeout');
    response.write('one ');
    await once(socket, 'timeout');
    response.end('two');
  }, shortTimeouts);
  expect(await (await fetch(url)).text()).toBe('one two');
});
