/** The command that gives and takes partners' keys: `npm run partners -- add NAME`, `list`, `revoke NAME`. */

import { readStorage } from '../config.ts';
import { fail } from '../terminal.ts';
import { readCommand, runCommand } from './command.ts';
import { withRegistry } from './open-registry.ts';

try {
  const command = readCommand(process.argv.slice(2));
  await withRegistry(readStorage(), (registry) => runCommand(command, registry));
} catch (error) {
  fail(error);
}
