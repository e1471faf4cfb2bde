import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ConfigError } from '../config.ts';

/** How long open requests may take to end at shutdown, in milliseconds. */
const drainTime = 10_000;

/** Starts to listen; gives the port, which is a free one for 0. @throws {ConfigError} when it cannot be had. */
export function listening(http: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const why = refusals.get(error.code ?? '');
      const refused = `PORT is '${port}': it ${why}; choose a free one, for example ${port + 1}.`;
      reject(why === undefined ? error : new ConfigError(refused));
    });
    http.listen(port, () => {
      const address: AddressInfo | string | null = http.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** The connections of a server from now on. */
export function connectionsOf(http: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  http.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** Answers what has begun and takes nothing new. */
export async function drained(http: Server, connections: ReadonlySet<Socket>): Promise<void> {
  const ended = new Promise<void>((resolve) => http.close(() => resolve()));
  // Browsers open some ahead of any request; Node takes those for busy.
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  // Connections that are kept alive hold the server open, each from the moment its answer is through.
  const idle = setInterval(() => http.closeIdleConnections(), 50);
  const late = setTimeout(() => http.closeAllConnections(), drainTime);
  await ended;
  clearInterval(idle);
  clearTimeout(late);
}

const refusals: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'is taken by another program'],
  ['EACCES', 'may not be opened by this user'],
]);
