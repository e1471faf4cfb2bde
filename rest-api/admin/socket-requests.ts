import type http from 'node:http';
import { json } from 'node:stream/consumers';
import type { Logger } from 'pino';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../database/engine.ts';
import { getErrorMessage } from '../error-message.ts';
import { HttpError } from '../http/errors.ts';
import { applyImport } from '../import/apply.ts';
import { ImportRejectedError, LargeWithdrawalError } from '../import/import-error.ts';
import { type ImportedProduct, importedProduct } from '../import/product-row.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { MailSettings } from '../mail/shop-email.ts';
import { readLines } from '../read-lines.ts';
import { commands } from './commands.ts';
import {
  type CommandResponse,
  commandRequest,
  type ImportRequest,
  type ImportResponse,
  importRequest,
} from './socket-protocol.ts';

/** The dependencies of the request handlers. */
export interface AdminContext {
  readonly database: Database;
  readonly dataDirectory: string;
  readonly catalogue: Catalogue;
  readonly outbox: Outbox;
  readonly mailSettings: MailSettings;
  /** Called after each import that is not a dry run, because imports remove the demo, and after `demo remove`. */
  readonly onDemoRemoved: () => void;
  readonly log: Logger;
}

/** Runs the import of a request, and responds with its progress and its result. */
export async function handleImport(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { database, catalogue, onDemoRemoved, log }: AdminContext,
): Promise<void> {
  const send = (message: ImportResponse) => response.write(`${JSON.stringify(message)}\n`);
  const throwIfAborted = () => {
    if (response.destroyed) throw new Error(disconnectedMessage);
  };
  try {
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
    // Tells the client that the service now handles the request, before there is any progress to report.
    response.flushHeaders();
    const { products, total: _, ...options } = await readRequest(request);
    const summary = await applyImport(database, products, {
      ...options,
      throwIfAborted,
      onProgress: (done, total) => send({ type: 'progress', done, total }),
    });
    catalogue.invalidate();
    const { changes: _changes, ...counts } = summary;
    if (!options.dryRun) {
      onDemoRemoved();
      log.info(counts, 'imported a catalogue');
    }
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

/** Runs the command of a request, and responds with its output. */
export async function handleCommand(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { database, dataDirectory, catalogue, outbox, mailSettings, onDemoRemoved, log }: AdminContext,
): Promise<void> {
  const send = (message: CommandResponse) => response.end(JSON.stringify(message));
  const client = new AbortController();
  response.once('close', () =>
    client.abort(new Error('The client that requested the command disconnected.')),
  );
  try {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    const { name, args, actor } = commandRequest.parse(await json(request));
    const command = commands.find((candidate) => candidate.name === name);
    if (command === undefined) throw new HttpError(404, `There is no command "${name}"`);
    const context = { database, dataDirectory, mailSettings, actor, signal: client.signal };
    const output = await command.run(context, args);
    catalogue.invalidate();
    if (command.removesDemo) onDemoRemoved();
    outbox.wake();
    send({ type: 'done', output });
  } catch (error) {
    if (!(error instanceof HttpError || client.signal.aborted)) log.error({ err: error }, 'a command failed');
    send({ type: 'failed', message: getErrorMessage(error) });
  }
}

/** A client that sends nothing for this long is disconnected. */
const maxIdleMs = 60_000;

/** Reads all lines of a request. @throws {Error} if it is incomplete: its first line states the number of products. */
async function readRequest(
  request: http.IncomingMessage,
): Promise<ImportRequest & { products: ImportedProduct[] }> {
  let header: ImportRequest | undefined;
  const products: ImportedProduct[] = [];
  // The request may have been closed while the previous one was handled.
  if (request.destroyed) throw new Error(disconnectedMessage);
  // The commands and imports after this one wait for it. Its client may be suspended, for example with Ctrl+Z.
  request.setTimeout(maxIdleMs, () => request.destroy(new Error('The client stopped sending the import.')));
  for await (const line of readLines(request)) {
    const value: unknown = JSON.parse(line);
    if (header === undefined) header = importRequest.parse(value);
    else products.push(importedProduct.parse(value));
  }
  request.setTimeout(0);
  if (header === undefined || products.length !== header.total || !request.complete) {
    throw new Error('The import was not received completely.');
  }
  return { ...header, products };
}

const disconnectedMessage = 'The client that requested the import disconnected.';
