import { once } from 'node:events';
import { rmSync } from 'node:fs';
import http from 'node:http';
import { getErrorMessage } from '../error-message.ts';
import { getAdminSocketPath, type ImportResponse } from './socket-protocol.ts';
import type { AdminContext } from './socket-requests.ts';

/** The socket through which `npm run shop` and `npm run catalogue:import` reach a running service. */
export interface AdminServer {
  /** Stops accepting requests, aborts those that have not been read completely, and waits for the running one. */
  close(): Promise<void>;
}

/**
 * Listens for commands and imports on a socket in the data directory, whose lock this process must hold. If it cannot
 * listen, it logs a warning; commands and imports then work only while the service is stopped.
 */
export async function listenForAdmin(context: AdminContext): Promise<AdminServer> {
  const { dataDirectory, log } = context;
  const socketPath = getAdminSocketPath(dataDirectory);
  if (socketPath === undefined) {
    log.warn('the path of DATA_DIR is too long for a socket: stop the service to import or to run commands');
    return { close: () => Promise.resolve() };
  }
  let running: Promise<void> = Promise.resolve();
  const incoming = new Set<http.IncomingMessage>();
  const server = http.createServer((request, response) => {
    incoming.add(request);
    request.once('close', () => incoming.delete(request));
    // Requests run one at a time.
    running = running.then(() => handleRequest(request, response, context));
  });
  // No timeout, because sending a large file can take minutes on a slow machine.
  server.requestTimeout = 0;
  if (process.platform !== 'win32') rmSync(socketPath, { force: true });
  const mask = process.umask(0o077);
  server.listen(socketPath);
  process.umask(mask);
  try {
    await once(server, 'listening');
  } catch (error) {
    log.warn({ err: error }, 'cannot listen on the socket: stop the service to import or to run commands');
  }
  return {
    close: async () => {
      server.close();
      server.closeIdleConnections();
      // The rest of a request may never arrive, for example from a suspended process.
      for (const request of incoming) request.socket.destroy();
      await running;
    },
  };
}

/**
 * Handles a request with code that is loaded on demand. Loading it can fail if an update has replaced its files since
 * the service was started.
 */
async function handleRequest(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  context: AdminContext,
): Promise<void> {
  try {
    const { handleCommand, handleImport } = await import('./socket-requests.ts');
    await (request.url === '/command' ? handleCommand : handleImport)(request, response, context);
  } catch (error) {
    context.log.error({ err: error }, 'an admin request failed');
    const message = `${getErrorMessage(error)}. Restart the REST service if it has been updated.`;
    // Commands get the same response. Their client ignores `needsConfirmation`.
    const failure: ImportResponse = { type: 'failed', message, needsConfirmation: false };
    response.end(JSON.stringify(failure));
  }
}
