import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { resolveDrizzleModules } from '../database/drizzle-modules.ts';

/** The back office in the terminal: `npm run shop -- orders list`. */

// A reader such as `head` may stop early. That must not fail the command.
process.stdout.on('error', () => undefined);

// Most of a command's time is spent on loading the code.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url)));
resolveDrizzleModules();
const { run } = await import('./run.ts');
process.exitCode = await run(process.argv.slice(2), process);
