import { runCommand } from './command.ts';

/** `npm run test:rest -- --url https://host:27443 [--write]`: checks whether the gateway works with a REST host. */

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort());
process.once('SIGTERM', () => interruption.abort());
process.exitCode = await runCommand(process.argv.slice(2), process, interruption.signal);
