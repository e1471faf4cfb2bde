import { once } from 'node:events';
import { rmSync } from 'node:fs';
import http from 'node:http';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../database/engine.ts';
import { applyImport } from './apply.ts';
import { type ImportedProduct, importedProduct } from './product-row.ts';
import {
  type ImportRequest,
  type ImportResponse,
  importRequest,
  importSocketPath,
} from './socket-protocol.ts';

/** The socket through which `npm run catalogue:import` reaches a running service. */
export interface ImportServer {
  /** Accepts no new imports, aborts those that are still being sent, and waits for a running one. */
  close(): Promise<void>;
}

/**
 * Listens for imports in a data directory whose lock this process holds. If that is not possible, a warning is logged:
 * the service then has to be stopped for an import.
 */
export async function listenForImports(
  dataDirectory: string,
  database: Database,
  catalogue: Catalogue,
  log: Logger,
): Promise<ImportServer> {
  const socketPath = importSocketPath(dataDirectory);
  if (socketPath === undefined) {
    log.warn('the path of DATA_DIR is too long for a socket: stop the service to import a catalogue');
    return { close: () => Promise.resolve() };
  }
  let running: Promise<void> = Promise.resolve();
  const incoming = new Set<http.IncomingMessage>();
  const server = http.createServer((request, response) => {
    incoming.add(request);
    request.once('close', () => incoming.delete(request));
    // Imports run one at a time.
    running = running.then(() => handleImport(request, response, database, catalogue, log));
  });
  // No timeout: sending a large file can take long on a slow machine.
  server.requestTimeout = 0;
  if (process.platform !== 'win32') rmSync(socketPath, { force: true });
  const mask = process.umask(0o077);
  server.listen(socketPath);
  process.umask(mask);
  try {
    await once(server, 'listening');
  } catch (error) {
    log.warn({ err: error }, 'cannot listen for imports: stop the service to import a catalogue');
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

async function handleImport(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  database: Database,
  catalogue: Catalogue,
  log: Logger,
): Promise<void> {
  const send = (message: ImportResponse) => response.write(`${JSON.stringify(message)}\n`);
  const throwIfAborted = () => {
    if (response.destroyed) throw new Error(disconnected);
  };
  try {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    // Lets the client know at once that the service is listening.
    response.flushHeaders();
    const { products, replace, withdrawMost } = await readRequest(request);
    const summary = await applyImport(database, products, {
      replace,
      withdrawMost,
      throwIfAborted,
      onProgress: (done, total) => send({ type: 'progress', done, total }),
    });
    catalogue.invalidate();
    log.info({ ...summary }, 'imported a catalogue');
    send({ type: 'done', summary });
  } catch (error) {
    log.error({ err: error }, 'an import failed; nothing was changed');
    send({ type: 'failed', message: error instanceof Error ? error.message : 'Unknown error' });
  } finally {
    response.end();
  }
}

/** Reads all lines. Throws Error if fewer products arrive than were announced. */
async function readRequest(
  request: http.IncomingMessage,
): Promise<ImportRequest & { products: ImportedProduct[] }> {
  let announced: ImportRequest | undefined;
  const products: ImportedProduct[] = [];
  // A request that was closed while another import ran would never end.
  if (request.destroyed) throw new Error(disconnected);
  for await (const line of createInterface({ input: request, crlfDelay: Number.POSITIVE_INFINITY })) {
    const value: unknown = JSON.parse(line);
    if (announced === undefined) announced = importRequest.parse(value);
    else products.push(importedProduct.parse(value));
  }
  if (announced === undefined || products.length !== announced.total || !request.complete) {
    throw new Error('The import was not received completely.');
  }
  return { ...announced, products };
}

const disconnected = 'The client that requested the import disconnected.';
