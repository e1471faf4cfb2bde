import { once } from 'node:events';
import { rmSync } from 'node:fs';
import http from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import type { Logger } from 'pino';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../database/engine.ts';
import { getErrorMessage } from '../error-message.ts';
import { HttpError } from '../http/errors.ts';
import { applyImport } from '../import/apply.ts';
import { ImportRejectedError, LargeWithdrawalError } from '../import/import-error.ts';
import { type ImportedProduct, importedProduct } from '../import/product-row.ts';
import type { MailSettings } from '../mail/order-emails.ts';
import type { Outbox } from '../mail/outbox.ts';
import { findCommand } from './commands.ts';
import {
  type CommandResponse,
  commandRequest,
  getAdminSocketPath,
  type ImportRequest,
  type ImportResponse,
  importRequest,
} from './socket-protocol.ts';

/** The socket through which `npm run shop` and `npm run catalogue:import` reach a running service. */
export interface AdminServer {
  /** Stops accepting requests, aborts those that are still arriving, and waits for the running one. */
  close(): Promise<void>;
}

/** The dependencies of the request handlers. */
interface AdminContext {
  readonly database: Database;
  readonly dataDirectory: string;
  readonly catalogue: Catalogue;
  readonly outbox: Outbox;
  readonly mailSettings: MailSettings;
  readonly log: Logger;
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
    const handle = request.url === '/command' ? handleCommand : handleImport;
    // Requests run one at a time.
    running = running.then(() => handle(request, response, context));
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

async function handleImport(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { database, catalogue, log }: AdminContext,
): Promise<void> {
  const send = (message: ImportResponse) => response.write(`${JSON.stringify(message)}\n`);
  const throwIfAborted = () => {
    if (response.destroyed) throw new Error(disconnectedMessage);
  };
  try {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    // Lets the client know immediately that the service is listening.
    response.flushHeaders();
    const { products, total: _, ...settings } = await readRequest(request);
    const summary = await applyImport(database, products, {
      ...settings,
      throwIfAborted,
      onProgress: (done, total) => send({ type: 'progress', done, total }),
    });
    catalogue.invalidate();
    const { changes: _changes, ...counts } = summary;
    if (!settings.dryRun) log.info(counts, 'imported a catalogue');
    send({ type: 'done', summary });
  } catch (error) {
    const needsConfirmation = error instanceof LargeWithdrawalError;
    if (!(error instanceof ImportRejectedError)) {
      log.error({ err: error }, 'an import failed; nothing was changed');
    }
    send({ type: 'failed', message: getErrorMessage(error), needsConfirmation });
  } finally {
    response.end();
  }
}

async function handleCommand(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { database, dataDirectory, catalogue, outbox, mailSettings, log }: AdminContext,
): Promise<void> {
  const send = (message: CommandResponse) => response.end(JSON.stringify(message));
  try {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const { name, args, actor } = commandRequest.parse(await json(request));
    const output = await findCommand(name).run({ database, dataDirectory, mailSettings, actor }, args);
    catalogue.invalidate();
    outbox.wake();
    send({ type: 'done', output });
  } catch (error) {
    if (!(error instanceof HttpError)) log.error({ err: error }, 'a command failed');
    send({ type: 'failed', message: getErrorMessage(error) });
  }
}

/** Reads all lines of a request. @throws {Error} if fewer products arrive than its first line states. */
async function readRequest(
  request: http.IncomingMessage,
): Promise<ImportRequest & { products: ImportedProduct[] }> {
  let header: ImportRequest | undefined;
  const products: ImportedProduct[] = [];
  // The loop below would wait forever for a request that was closed while another one ran.
  if (request.destroyed) throw new Error(disconnectedMessage);
  for await (const line of createInterface({ input: request, crlfDelay: Number.POSITIVE_INFINITY })) {
    const value: unknown = JSON.parse(line);
    if (header === undefined) header = importRequest.parse(value);
    else products.push(importedProduct.parse(value));
  }
  if (header === undefined || products.length !== header.total || !request.complete) {
    throw new Error('The import was not received completely.');
  }
  return { ...header, products };
}

const disconnectedMessage = 'The client that requested the import disconnected.';
