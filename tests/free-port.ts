import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that operating systems assign to connections, and to servers that listen on port 0. */
const [firstPort, endPort] = [10_000, 27_000];

/**
 * Finds a local port that no process is listening on. It is chosen at random from those that systems do not assign, so
 * that it stays free until it is used, and between a stop and a restart.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(firstPort, endPort);
  return (await isFree(port)) ? port : findFreePort();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
