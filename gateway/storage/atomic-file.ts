import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

type Content = string | Uint8Array;

/**
 * Replaces a file as a whole: after a crash, a power cut or a full disk the file holds either its former
 * content or all of the new one. It is readable by its owner alone.
 *
 * @throws the file system's errors; the former file is then still there.
 */
export async function replaceFile(file: string, ...content: readonly Content[]): Promise<void> {
  await withDraft(file, content, (draft) => rename(draft, file));
}

/**
 * Creates a file as a whole, or not at all. Of several processes that create the same file at once, one
 * succeeds. It is readable by its owner alone.
 *
 * @returns false when the file exists already; it is left as it is.
 * @throws the file system's other errors.
 */
export async function createFile(file: string, ...content: readonly Content[]): Promise<boolean> {
  try {
    // Unlike a rename, a link fails where the name is taken.
    await withDraft(file, content, (draft) => link(draft, file));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Writes the content to a temporary file beside `file`, has it moved into place, and cleans up. */
async function withDraft(
  file: string,
  content: readonly Content[],
  moveIntoPlace: (draft: string) => Promise<void>,
): Promise<void> {
  const folder = path.dirname(file);
  const draft = path.join(folder, `.${path.basename(file)}.${randomUUID()}`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      for (const part of content) await handle.writeFile(part);
      // The content has to be on disk before its name is, or a power cut leaves an empty file.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await moveIntoPlace(draft);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
}

/** Has the names in a folder survive a power cut. Windows keeps them by itself and cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
