import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

/** Listens on 127.0.0.1, on a port that the system chooses. Returns the port. */
export function listenOnFreePort(server: Server): Promise<number> {
  return listen(server, 0);
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return address.port;
}

/** Closes a server and its connections, also those with an unfinished request. */
export async function closeServer(server: Pick<HttpServer, 'close' | 'closeAllConnections'>): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

/** Below the ports that Linux, macOS and Windows assign to connections, and to servers that listen on port 0. */
const [firstPort, endPort] = [10_000, 27_000];

/**
 * Finds a local port that no process is listening on. It is chosen at random from those that systems do not assign, so
 * that it stays free until a server listens on it, and while that server restarts.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(firstPort, endPort);
  return (await isFree(port)) ? port : findFreePort();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await listen(server, port);
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
