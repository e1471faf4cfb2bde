import { createServer, type RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { getResponse } from 'msw';
import { closeServer, listenOnFreePort } from '../listen.ts';
import { hostUrl, type RestHost } from './rest-host.ts';

/** Creates a handler that responds to HTTP requests like the fake host. */
export function createHostListener(host: RestHost): RequestListener {
  const handlers = host.createHandlers();
  return async (request, response) => {
    const body = await buffer(request);
    const webRequest = new Request(`${hostUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers: new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      body: body.length === 0 ? null : new Uint8Array(body),
    });
    const webResponse = (await getResponse(handlers, webRequest)) ?? new Response(null, { status: 404 });
    response.writeHead(webResponse.status, Object.fromEntries(webResponse.headers));
    response.end(new Uint8Array(await webResponse.arrayBuffer()));
  };
}

/**
 * Serves the fake host over HTTP: for gateways in other processes, and for tests with many requests, which would be
 * slower if msw intercepted them.
 */
export async function startHostServer(host: RestHost): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(createHostListener(host));
  return { url: `http://127.0.0.1:${await listenOnFreePort(server)}`, close: () => closeServer(server) };
}
