import { z } from 'zod';
import { createBackup } from '../backup/create-backup.ts';
import { defineQuery } from './command.ts';

export const backupCommand = defineQuery({
  name: 'backup',
  usage: 'FILE',
  description: 'writes database, images and secrets to a file (.tar.gz), whether or not the shop is running',
  parameters: ['file'],
  input: z.strictObject({ file: z.string() }),
  run: async (database, { file }, { dataDirectory }) => {
    const rows = await createBackup(database, dataDirectory, file);
    return { data: { file, rows }, text: `Backed up ${rows} rows and the files of the shop to ${file}.` };
  },
});
