/** Manages the API keys of partners: `npm run partners -- add NAME`, `list` or `revoke NAME`. */

import { parsePartnerCommand, runPartnerCommand } from '../auth/partners/command.ts';
import { withPartnerStore } from '../auth/partners/directory.ts';
import { exitWithError } from '../cli.ts';
import { readStorageConfig } from '../config.ts';

try {
  const command = parsePartnerCommand(process.argv.slice(2));
  await withPartnerStore(readStorageConfig(), (store) => runPartnerCommand(command, store));
} catch (error) {
  exitWithError(error);
}
