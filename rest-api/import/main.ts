import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Config, readConfig, SettingError } from '../config.ts';
import { DataDirectoryInUseError } from '../database/data-directory-lock.ts';
import type { Engine } from '../database/engine.ts';
import { openDatabase } from '../database/open.ts';
import { applyImport, type ImportSummary } from './apply.ts';
import { type FileIssue, InvalidFileError, readCatalogueFile } from './catalogue-file.ts';
import type { ImportedProduct } from './product-row.ts';
import { createProgress, type Progress } from './progress.ts';
import { importOverSocket } from './socket-client.ts';
import { importSocketPath } from './socket-protocol.ts';

const usage = `Usage: npm run catalogue:import -- FILE [--replace [--withdraw-most]]

Imports a catalogue (CSV or JSON, with the field names of GET /getallproducts) into the database of the REST
service. An import is all or nothing. Products are added, or updated if the database has their id; a column that
the file lacks stays unchanged.
--replace also withdraws the products that the file does not contain. Carts, wish lists and orders keep them, and
importing them again brings them back. Withdrawing most of the catalogue requires --withdraw-most as well.`;

/** More errors than anyone would fix at once. The rest are only counted. */
const maxIssueLines = 100;

const maxConnectAttempts = 30;
const connectRetryMs = 500;

process.exitCode = await run();

async function run(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(usage);
    return 1;
  }
  const started = performance.now();
  const progress = createProgress(process.stdout);
  try {
    const config = readConfig();
    const products = await readCatalogueFile(options.file);
    console.log(`Read ${products.length} products from ${options.file}.`);
    const summary = await importInto(config, products, options, progress);
    progress.end();
    for (const line of summaryLines(summary)) console.log(line);
    console.log(`Done in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
    return 0;
  } catch (error) {
    progress.end();
    for (const line of failureLines(error, options.file)) console.error(line);
    return 1;
  }
}

interface Options {
  readonly file: string;
  readonly replace: boolean;
  readonly withdrawMost: boolean;
}

function readOptions(): Options | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        replace: { type: 'boolean', default: false },
        'withdraw-most': { type: 'boolean', default: false },
      },
    });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) return undefined;
    return { file, replace: values.replace, withdrawMost: values['withdraw-most'] };
  } catch {
    return undefined;
  }
}

/** Imports into the database, or lets the service do it if the service has the embedded database open. */
async function importInto(
  config: Config,
  products: readonly ImportedProduct[],
  { replace, withdrawMost }: Options,
  progress: Progress,
): Promise<ImportSummary> {
  const withdrawal = { replace, withdrawMost };
  let engine: Engine;
  try {
    engine = await openDatabase(config, () => undefined);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    console.log('The REST service is running and will do the import.');
    return importThroughService(config.dataDirectory, error, products, withdrawal, progress);
  }
  try {
    return await applyImport(engine.database, products, {
      ...withdrawal,
      onProgress: progress.show,
      throwIfAborted: () => undefined,
    });
  } finally {
    await engine.close();
  }
}

/** Retries for 15 seconds, since a service that is starting may not be listening yet. */
async function importThroughService(
  dataDirectory: string,
  inUse: DataDirectoryInUseError,
  products: readonly ImportedProduct[],
  withdrawal: Pick<Options, 'replace' | 'withdrawMost'>,
  progress: Progress,
): Promise<ImportSummary> {
  const socketPath = importSocketPath(dataDirectory);
  if (socketPath === undefined) throw inUse;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await importOverSocket(socketPath, products, withdrawal, progress.show);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOENT' && code !== 'ECONNREFUSED') throw error;
      if (attempt === maxConnectAttempts) throw inUse;
      await setTimeout(connectRetryMs);
    }
  }
}

function summaryLines({ inserted, updated, demoRemoved, withdrawn }: ImportSummary): string[] {
  const lines = [`${inserted} products inserted, ${updated} updated.`];
  if (demoRemoved > 0) {
    lines.push(`Removed the demo: its ${demoRemoved} products, coupons, home page content and logins.`);
  }
  if (withdrawn > 0) lines.push(`${withdrawn} products that the file does not contain were withdrawn.`);
  return lines;
}

function failureLines(error: unknown, file: string): string[] {
  if (error instanceof InvalidFileError) return invalidFileLines(error, file);
  if (error instanceof SettingError || error instanceof DataDirectoryInUseError) return [error.message];
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES') {
    return [`FILE=${file}: use a CSV or JSON file that this process can read`];
  }
  return [`The import failed and nothing was changed: ${message}`];
}

/** Describes each issue of a file by line, column, value and reason. */
function invalidFileLines({ issues }: InvalidFileError, file: string): string[] {
  const lines = issues.slice(0, maxIssueLines).map(issueLine);
  const hidden = issues.length - lines.length;
  if (hidden > 0) lines.push(`… and ${hidden} more.`);
  const count = issues.length === 1 ? '1 error' : `${issues.length} errors`;
  return [`${file} has ${count}; nothing was imported:`, ...lines];
}

function issueLine({ line, column, value, reason }: FileIssue): string {
  const location = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  return value === undefined ? `${location}: ${reason}` : `${location}, value ${quote(value)}: ${reason}`;
}

/** Quotes a value as JSON, which makes white space and line breaks visible, and shortens it. */
function quote(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
