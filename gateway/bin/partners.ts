/** The command that gives and takes partners' keys: `npm run partners -- add NAME`, `list`, `revoke NAME`. */

import { readCommand, runCommand } from '../auth/partners/command.ts';
import { withPartnerStore } from '../auth/partners/partner-store.ts';
import { fail } from '../cli.ts';
import { readStorage } from '../config.ts';

try {
  const command = readCommand(process.argv.slice(2));
  await withPartnerStore(readStorage(), (registry) => runCommand(command, registry));
} catch (error) {
  fail(error);
}
