import { randomUUID } from 'node:crypto';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

type Content = string | Uint8Array;

const draftPattern = /^\..+\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Replaces a file atomically: after a crash, a power cut or on a full disk, the file has either its
 * previous content or all of the new content. Only its owner can read it (mode 0600).
 *
 * @throws the file system's errors; the previous file is then unchanged.
 */
export async function replaceFile(file: string, ...content: readonly Content[]): Promise<void> {
  await writeThroughDraft(file, content, { isDurable: true }, (draft) => rename(draft, file));
}

/**
 * Like `replaceFile`, for a file that can be recreated: faster, because the content need not reach the
 * disk at once. After a power cut the file may be empty or missing.
 */
export async function replaceCacheFile(file: string, ...content: readonly Content[]): Promise<void> {
  await writeThroughDraft(file, content, { isDurable: false }, (draft) => rename(draft, file));
}

/** Whether a file name in a directory is that of an unfinished file. Its process may have been killed. */
export function isDraft(name: string): boolean {
  return draftPattern.test(name);
}

/**
 * Creates a file atomically. If several processes create the same file at once, one of them succeeds.
 * Only its owner can read the file (mode 0600).
 *
 * @returns false if the file exists already; it is not changed.
 * @throws the file system's other errors.
 */
export async function createFile(file: string, ...content: readonly Content[]): Promise<boolean> {
  try {
    // Unlike rename, link fails if the target exists.
    await writeThroughDraft(file, content, { isDurable: true }, (draft) => link(draft, file));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Handles the error of a file operation: null if the file does not exist. @throws the other errors. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

/** Writes the content to a draft, calls `moveIntoPlace`, and cleans up. */
async function writeThroughDraft(
  file: string,
  content: readonly Content[],
  { isDurable }: { isDurable: boolean },
  moveIntoPlace: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = await FileDraft.open(file);
  try {
    for (const part of content) await draft.handle.writeFile(part);
    await draft.commit({ isDurable, moveIntoPlace });
  } finally {
    await draft.discard();
  }
}

/** A temporary file that is written step by step before it replaces another one. Mode 0600. */
export class FileDraft {
  readonly path: string;
  readonly handle: FileHandle;
  readonly #target: string;

  /** Creates a draft of a file in the same directory. */
  static async open(target: string): Promise<FileDraft> {
    const draft = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
    return new FileDraft(target, draft, await open(draft, 'wx', 0o600));
  }

  private constructor(target: string, draft: string, handle: FileHandle) {
    this.#target = target;
    this.path = draft;
    this.handle = handle;
  }

  /** Replaces the file atomically, unless `moveIntoPlace` does something else with the draft. */
  async commit({
    isDurable = true,
    moveIntoPlace = (draft: string) => rename(draft, this.#target),
  } = {}): Promise<void> {
    // The content must be on disk before its name is, or a power cut could leave an empty file.
    if (isDurable) await this.handle.sync();
    await this.handle.close();
    await moveIntoPlace(this.path);
    if (isDurable) await syncDirectory(path.dirname(this.#target));
  }

  /** Deletes the draft, unless it has replaced the file. */
  async discard(): Promise<void> {
    await this.handle.close();
    await rm(this.path, { force: true });
  }
}

/** Makes directory entries survive a power cut. Windows does so itself and cannot open directories. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
