import { enableCompileCache } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { registerDrizzleResolver } from '../database/drizzle-modules.ts';

/** The back office in the terminal: `npm run shop -- orders list`. */

// A reader such as `head` may stop early. That must not fail the command. On any other error, such as a full disk, the
// command fails, but only after it has completed its work. Otherwise an import would stop before it has changed
// anything, because it prints lines first.
let isOutputLost = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE' || isOutputLost) return;
  isOutputLost = true;
  process.stderr.write(`The output was lost: ${error.message}\n`);
  process.exitCode = 1;
});

// The default action of a signal skips the handlers of 'exit', which delete temporary files with personal data.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

// Most of a command's time is spent on loading the code.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url)));
registerDrizzleResolver();
const { run } = await import('./run.ts');
const exitCode = await run(process.argv.slice(2), process);
if (exitCode !== 0) process.exitCode = exitCode;
