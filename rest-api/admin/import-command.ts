import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Config, readConfig, SettingError } from '../config.ts';
import { DataDirectoryInUseError } from '../database/data-directory-lock.ts';
import { isDatabasePrepared, type PendingMigrations } from '../database/open.ts';
import { findPostgresError } from '../database/transaction.ts';
import { getErrorMessage } from '../error-message.ts';
import { formatCount } from '../format-count.ts';
import { applyImport, type ImportCommandOptions } from '../import/apply.ts';
import { readCatalogueFile } from '../import/catalogue-file.ts';
import { type FileIssue, InvalidFileError } from '../import/file-record.ts';
import { ImportRejectedError, LargeWithdrawalError } from '../import/import-error.ts';
import type { ImportedProduct } from '../import/product-row.ts';
import { describeSummary, formatValue, type ImportSummary } from '../import/summary.ts';
import { runWithDatabase } from './connect.ts';
import { createProgress, type Progress } from './progress.ts';
import { importOverSocket } from './socket-client.ts';
import { askYesNo, CommandError, getActor, parseCommandLine, printLine, type Terminal } from './terminal.ts';

/** The description of the command in the help. */
export const importUsage = `  catalogue import FILE [--dry-run] [--replace [--yes]]
      imports a catalogue (CSV, JSON or ONIX for Books 3.0), all or nothing: products are added, or updated if the
      catalogue has their id (or ISBN, if they have no id); a column that the file lacks stays unchanged;
      --dry-run prints what would change; --replace also withdraws the products that the file does not contain,
      and asks for confirmation if they are more than a tenth of the catalogue`;

/** Further issues are only counted: one mistake in a column can cause an issue in every row. */
const maxIssueLines = 100;

/** Imports a file: `npm run catalogue:import -- FILE`. Returns the exit code. */
export async function runImport(args: readonly string[], terminal: Terminal): Promise<number> {
  const { env, stdout, stderr } = terminal;
  const options = readOptions(args, terminal);
  const started = performance.now();
  const progress = createProgress(stdout);
  try {
    const config = readConfig(env);
    const products = await readCatalogueFile(options.file);
    if (!options.json) {
      printLine(stdout, `Read ${formatCount(products.length, 'product')} from ${options.file}.`);
    }
    const summary = await importWithConfirmation(config, products, options, progress, terminal).finally(() =>
      progress.end(),
    );
    if (options.json) {
      printLine(stdout, JSON.stringify(summary, null, 2));
      return 0;
    }
    const hasDiscountColumn = products.some(({ discount }) => discount !== undefined);
    const lines = describeSummary(summary, { dryRun: options.dryRun, hasDiscountColumn });
    for (const line of lines) printLine(stdout, line);
    printLine(stdout, `Done in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
    return 0;
  } catch (error) {
    for (const line of describeFailure(error, options.file)) printLine(stderr, line);
    return 1;
  }
}

interface Options extends ImportCommandOptions {
  readonly file: string;
  readonly json: boolean;
}

function readOptions(args: readonly string[], terminal: Terminal): Options {
  const usage = `Usage: npm run catalogue:import -- FILE\n${importUsage}`;
  const { values, positionals } = parseCommandLine(
    args,
    {
      'dry-run': { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      as: { type: 'string' },
    },
    usage,
  );
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new CommandError(usage);
  const { 'dry-run': dryRun, replace, yes, json, as } = values;
  // A dry run withdraws nothing, so it needs no confirmation.
  return { file, dryRun, replace, confirmed: yes || dryRun, json, actor: getActor(terminal, as) };
}

/**
 * Imports the products. If `--replace` would withdraw more than a tenth of the catalogue, asks for confirmation unless
 * `--yes` is given. Without a confirmation, the import fails.
 */
async function importWithConfirmation(
  config: Config,
  products: readonly ImportedProduct[],
  options: Options,
  progress: Progress,
  terminal: Terminal,
): Promise<ImportSummary> {
  let isAnnounced = options.json;
  // Called a second time if the user confirms the import. Prints the message only once.
  const announceService = () => {
    if (!isAnnounced) printLine(terminal.stdout, 'The REST service is running and will execute the command.');
    isAnnounced = true;
  };
  try {
    const importInto = (target: Target) =>
      importProducts(target, products, options, progress, announceService);
    return await (options.dryRun ? executeDryRun(config, importInto) : importInto({ config }));
  } catch (error) {
    if (!(error instanceof LargeWithdrawalError)) throw error;
    const question = `${error.message}. Continue?`;
    if ((await askYesNo(terminal, question)) !== true) throw error;
    return importProducts({ config }, products, { ...options, confirmed: true }, progress, announceService);
  }
}

/** The database of an import. */
interface Target {
  readonly config: Config;
  readonly pendingMigrations?: PendingMigrations;
}

/**
 * Calls `operation` with a database that can be opened without changing anything, because a dry run must change
 * nothing. If the configured database does not exist or has no tables yet, opening it would create them, so an empty
 * temporary database is used instead.
 */
async function executeDryRun<Result>(
  config: Config,
  operation: (target: Target) => Promise<Result>,
): Promise<Result> {
  if (await isDatabasePrepared(config)) return operation({ config, pendingMigrations: 'reject' });
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'catalogue-import-'));
  try {
    return await operation({ config: { ...config, databaseUrl: undefined, dataDirectory } });
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Imports into the database, through the running service if it has the embedded database open. */
function importProducts(
  { config, pendingMigrations }: Target,
  products: readonly ImportedProduct[],
  { file: _, json, ...settings }: Options,
  progress: Progress,
  announceService: () => void,
): Promise<ImportSummary> {
  const onProgress = json ? () => undefined : progress.show;
  return runWithDatabase(
    config,
    ({ database }) =>
      applyImport(database, products, { ...settings, onProgress, throwIfAborted: () => undefined }),
    (socketPath) => importOverSocket(socketPath, products, settings, announceService, onProgress),
    pendingMigrations,
  );
}

function describeFailure(error: unknown, file: string): string[] {
  if (error instanceof InvalidFileError) return describeInvalidFile(error, file);
  if (error instanceof SettingError || error instanceof DataDirectoryInUseError) return [error.message];
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES') {
    return [`Cannot read ${file} (${code}): use the path of a CSV, JSON or ONIX file`];
  }
  const advice = error instanceof LargeWithdrawalError ? '; add --yes to confirm' : '';
  // After any other error, such as a broken connection, the import may have been stored.
  const isUnchanged = error instanceof ImportRejectedError || findPostgresError(error) !== undefined;
  return [
    `The import failed${isUnchanged ? ' and nothing was changed' : ''}: ${getErrorMessage(error)}${advice}`,
  ];
}

/** Describes the first issues of a file by line, column, value and reason, and counts the others. */
function describeInvalidFile({ issues }: InvalidFileError, file: string): string[] {
  const lines = issues.slice(0, maxIssueLines).map(formatIssue);
  const omittedCount = issues.length - lines.length;
  if (omittedCount > 0) lines.push(`… and ${omittedCount} more.`);
  const count = formatCount(issues.length, 'error');
  return [`${file} has ${count}; nothing was imported:`, ...lines];
}

function formatIssue({ line, column, value, reason }: FileIssue): string {
  const location = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
  return value === undefined
    ? `${location}: ${reason}`
    : `${location}, value ${formatValue(value)}: ${reason}`;
}
