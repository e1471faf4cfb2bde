import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Config, readConfig, SettingError } from '../config.ts';
import { DataDirectoryInUse } from '../database/data-directory-lock.ts';
import type { Engine } from '../database/engine.ts';
import { openDatabase } from '../database/open.ts';
import { applyImport, type ImportSummary } from './apply.ts';
import { FaultyFile, readCatalogueFile } from './catalogue-file.ts';
import { doorAddress } from './door-address.ts';
import { importThroughDoor } from './door-client.ts';
import { faultLines } from './fault-lines.ts';
import type { ImportedProduct } from './product-row.ts';
import { createProgress, type Progress } from './progress.ts';

const usage = `Usage: npm run catalogue:import -- FILE [--replace [--withdraw-most]]

Loads a catalogue (CSV or JSON, in the field names of GET /getallproducts) into the database of the REST
service, all of it or nothing. Products are inserted, or updated where the database has their id; a column
that the file does not have stays as it is.
--replace also withdraws the products that the file does not name; carts, wish lists and orders keep them, and
importing them again brings them back. Where that is most of the catalogue, --withdraw-most says that it is meant.`;

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

/** Imports by ourselves, or through the service when that has the embedded database open. */
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
    if (!(error instanceof DataDirectoryInUse)) throw error;
    console.log('The database is open in a running service, which does the import.');
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

/** A service that is just starting opens its door within seconds. */
async function importThroughService(
  dataDirectory: string,
  inUse: DataDirectoryInUse,
  products: readonly ImportedProduct[],
  withdrawal: Pick<Options, 'replace' | 'withdrawMost'>,
  progress: Progress,
): Promise<ImportSummary> {
  const address = doorAddress(dataDirectory);
  if (address === undefined) throw inUse;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await importThroughDoor(address, products, withdrawal, progress.show);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOENT' && code !== 'ECONNREFUSED') throw error;
      if (attempt === 30) throw inUse;
      await setTimeout(500);
    }
  }
}

function summaryLines({ inserted, updated, demoRemoved, withdrawn }: ImportSummary): string[] {
  const lines = [`${inserted} products inserted, ${updated} updated.`];
  if (demoRemoved > 0) {
    lines.push(
      `The demo has given way: its ${demoRemoved} products, coupons, home page and logins are gone.`,
    );
  }
  if (withdrawn > 0) lines.push(`${withdrawn} products that the file does not name are withdrawn.`);
  return lines;
}

function failureLines(error: unknown, file: string): string[] {
  if (error instanceof FaultyFile) return faultLines(error, file);
  if (error instanceof SettingError || error instanceof DataDirectoryInUse) return [error.message];
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES') {
    return [`FILE=${file}: name a CSV or JSON file that this process can read`];
  }
  return [`The import failed and nothing was changed: ${message}`];
}
