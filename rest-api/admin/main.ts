import { resolveDrizzleModules } from '../database/drizzle-modules.ts';

/** The back office in the terminal: `npm run shop -- orders list`. */

resolveDrizzleModules();
const { run } = await import('./run.ts');
process.exitCode = await run(process.argv.slice(2));
