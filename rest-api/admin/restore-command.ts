import { statSync } from 'node:fs';
import path from 'node:path';
import { restoreBackup } from '../backup/restore-backup.ts';
import { readConfig } from '../config.ts';
import { formatCount } from '../format-count.ts';
import { runWithDatabase } from './connect.ts';
import { createProgress } from './progress.ts';
import { CommandError, parseCommandLine, printLine, type Terminal } from './terminal.ts';

/** The description of the command in the help. */
export const restoreUsage = `  restore FILE
      restores a backup of either database, embedded or PostgreSQL, into an empty one (a new DATA_DIR or DATABASE_URL)`;

/** Restores a backup: `npm run shop -- restore FILE`. Returns the exit code. */
export async function runRestore(args: readonly string[], { env, stdout }: Terminal): Promise<number> {
  const file = readFileArgument(args);
  const config = readConfig(env);
  const progress = createProgress(stdout);
  const rowCount = await runWithDatabase(
    config,
    ({ database }) => restoreBackup(database, config.dataDirectory, path.resolve(file), progress.show),
    () => {
      throw new CommandError(
        'This DATA_DIR is in use, for example by the running shop. Set DATA_DIR to a new directory for the restored data.',
      );
    },
  ).finally(() => progress.end());
  printLine(stdout, `Restored ${formatCount(rowCount, 'row')} and the files of the shop.`);
  return 0;
}

function readFileArgument(args: readonly string[]): string {
  const usage = 'Usage: npm run shop -- restore FILE';
  const [file, ...others] = parseCommandLine(args, {}, usage).positionals;
  if (file === undefined || others.length > 0) throw new CommandError(usage);
  // Checked first, because opening the embedded database creates it in a new data directory.
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) throw new CommandError(`The file ${file} does not exist.`);
  if (!stats.isFile()) throw new CommandError(`${file} is not a file.`);
  return file;
}
