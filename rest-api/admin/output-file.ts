import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { isSystemError } from '../database/data-directory-lock.ts';
import { getErrorMessage } from '../error-message.ts';
import { CommandError } from './terminal.ts';

/** The file of `--output`, open for writing. */
export interface OutputFile {
  readonly name: string;
  /** Replaces the content of the file and closes it. */
  write(content: string): Promise<void>;
  /** Closes the file unchanged, and removes it if it did not exist before. */
  discard(): Promise<void>;
}

/**
 * Opens the file of `--output`. Called before the command runs: a change cannot be undone if its result, such as the
 * amount to refund, cannot be written.
 * @throws CommandError if the file cannot be opened.
 */
export async function openOutputFile(file: string): Promise<OutputFile> {
  const { handle, isNew } = await openForWriting(file);
  return {
    name: file,
    write: async (content) => {
      try {
        // Devices and pipes, such as /dev/stdout, cannot be truncated.
        if ((await handle.stat()).isFile()) await handle.truncate();
        await handle.writeFile(content);
      } finally {
        await handle.close();
      }
    },
    discard: async () => {
      await handle.close();
      if (isNew) await rm(file, { force: true });
    },
  };
}

async function openForWriting(file: string): Promise<{ handle: FileHandle; isNew: boolean }> {
  // Exports contain personal data.
  const mode = 0o600;
  try {
    const { O_WRONLY, O_CREAT, O_EXCL } = constants;
    try {
      return { handle: await open(file, O_WRONLY | O_CREAT | O_EXCL, mode), isNew: true };
    } catch (error) {
      if (!isSystemError(error, 'EEXIST')) throw error;
      return { handle: await open(file, O_WRONLY | O_CREAT, mode), isNew: false };
    }
  } catch (error) {
    throw new CommandError(
      `--output ${file} cannot be written, so nothing was done: ${getErrorMessage(error)}`,
    );
  }
}
