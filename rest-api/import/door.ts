import { once } from 'node:events';
import { rmSync } from 'node:fs';
import http from 'node:http';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../database/engine.ts';
import { applyImport } from './apply.ts';
import { doorAddress } from './door-address.ts';
import { type ImportAnswer, type ImportRequest, request as requestShape } from './door-messages.ts';
import { type ImportedProduct, importedProduct } from './product-row.ts';

/** The door through which `npm run catalogue:import` reaches a running service. */
export interface ImportDoor {
  /** Takes no new imports, breaks off those that still arrive, and waits for the one that runs. */
  close(): Promise<void>;
}

/**
 * Opens the door in a data directory whose lock this process holds. Without a place for it the service
 * runs all the same; imports then need it stopped.
 */
export async function openImportDoor(
  dataDirectory: string,
  database: Database,
  catalogue: Catalogue,
  log: Logger,
): Promise<ImportDoor> {
  const address = doorAddress(dataDirectory);
  if (address === undefined) {
    log.warn('DATA_DIR is too long a path for a socket: stop the service to import a catalogue');
    return { close: () => Promise.resolve() };
  }
  let running: Promise<void> = Promise.resolve();
  const arriving = new Set<http.IncomingMessage>();
  const server = http.createServer((request, response) => {
    arriving.add(request);
    request.once('close', () => arriving.delete(request));
    // One import after another.
    running = running.then(() => answerImport(request, response, database, catalogue, log));
  });
  // Without a bound on the time of one request: a slow machine may take its time for a large file.
  server.requestTimeout = 0;
  if (process.platform !== 'win32') rmSync(address, { force: true });
  const mask = process.umask(0o077);
  server.listen(address);
  process.umask(mask);
  try {
    await once(server, 'listening');
  } catch (error) {
    log.warn({ err: error }, 'no door for imports: stop the service to import a catalogue');
  }
  return {
    close: async () => {
      server.close();
      server.closeIdleConnections();
      // What has not arrived may never come: whoever sends it may be suspended.
      for (const request of arriving) request.socket.destroy();
      await running;
    },
  };
}

async function answerImport(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  database: Database,
  catalogue: Catalogue,
  log: Logger,
): Promise<void> {
  const send = (answer: ImportAnswer) => response.write(`${JSON.stringify(answer)}\n`);
  const throwIfAborted = () => {
    if (response.destroyed) throw new Error('Whoever asked for the import is gone.');
  };
  try {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    // Who sends is told at once that it is heard.
    response.flushHeaders();
    const { products, replace, withdrawMost } = await readRequest(request);
    const summary = await applyImport(database, products, {
      replace,
      withdrawMost,
      throwIfAborted,
      onProgress: (done, total) => send({ type: 'progress', done, total }),
    });
    catalogue.changed();
    log.info({ ...summary }, 'imported a catalogue');
    send({ type: 'done', summary });
  } catch (error) {
    log.error({ err: error }, 'an import failed; nothing was changed');
    send({ type: 'failed', message: error instanceof Error ? error.message : 'It failed' });
  } finally {
    response.end();
  }
}

/** Reads all lines; fails when fewer products come than were announced. */
async function readRequest(
  request: http.IncomingMessage,
): Promise<ImportRequest & { products: ImportedProduct[] }> {
  let announced: ImportRequest | undefined;
  const products: ImportedProduct[] = [];
  // Gone while another import ran: there would never be an end to read.
  if (request.destroyed) throw new Error('Whoever asked for the import is gone.');
  for await (const line of createInterface({ input: request, crlfDelay: Number.POSITIVE_INFINITY })) {
    const value: unknown = JSON.parse(line);
    if (announced === undefined) announced = requestShape.parse(value);
    else products.push(importedProduct.parse(value));
  }
  if (announced === undefined || products.length !== announced.total || !request.complete) {
    throw new Error('The import was cut short.');
  }
  return { ...announced, products };
}
