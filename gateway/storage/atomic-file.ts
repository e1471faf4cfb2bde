import { randomUUID } from 'node:crypto';
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

type Content = string | Uint8Array;

const temporaryNamePattern = /^\..+\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** An older temporary file is no longer being written. */
const maxTemporaryFileAgeMs = 60 * 60 * 1000;

/** Creates a directory and its missing parents, accessible to their owner alone (mode 0700). */
export async function createPrivateDirectory(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
}

/**
 * Replaces a file atomically: after a crash or a power cut, or on a full disk, the file has either its
 * previous content or all of the new content. Only its owner can read it (mode 0600).
 *
 * @throws the file system's errors. The file then has its previous content, or the new one if only the sync of its
 * directory failed.
 */
export async function replaceFile(file: string, content: Content): Promise<void> {
  await writeViaTemporaryFile(file, content);
}

/**
 * Like `replaceFile`, for a file that can be recreated: faster, because the content need not reach the
 * disk immediately. After a power cut the file may be empty or missing.
 */
export async function replaceCacheFile(file: string, content: Content): Promise<void> {
  await writeViaTemporaryFile(file, content, { isDurable: false });
}

/** Whether this is the name of a temporary file, which is being written or was left behind by a killed process. */
export function isTemporaryFile(name: string): boolean {
  return temporaryNamePattern.test(name);
}

/** Deletes the temporary files that killed processes left behind in a directory, which need not exist. */
export async function deleteAbandonedFiles(directory: string): Promise<void> {
  for (const name of (await readdir(directory).catch(nullIfMissing)) ?? []) {
    const file = path.join(directory, name);
    if (!isTemporaryFile(name)) continue;
    // Another gateway with the same directory may have renamed it meanwhile.
    const stats = await stat(file).catch(nullIfMissing);
    if (stats !== null && Date.now() - stats.mtimeMs > maxTemporaryFileAgeMs) await rm(file, { force: true });
  }
}

/**
 * Creates a file atomically. If several processes create the same file concurrently, only one succeeds.
 * Only its owner can read the file (mode 0600).
 *
 * @returns false if the file exists already; it is not changed.
 * @throws the file system's other errors.
 */
export async function createFile(file: string, content: Content): Promise<boolean> {
  try {
    // Unlike rename, link fails if the target exists.
    await writeViaTemporaryFile(file, content, {
      moveIntoPlace: (temporaryPath) => link(temporaryPath, file),
    });
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

/** Writes the content to a temporary file, commits it, and cleans up. */
async function writeViaTemporaryFile(
  file: string,
  content: Content,
  options?: Parameters<TemporaryFile['commit']>[0],
): Promise<void> {
  const temporaryFile = await TemporaryFile.open(file);
  try {
    await temporaryFile.handle.writeFile(content);
    await temporaryFile.commit(options);
  } finally {
    await temporaryFile.discard();
  }
}

/** A temporary file that is written step by step before it replaces its target. Only its owner can read it. */
export class TemporaryFile {
  readonly path: string;
  readonly handle: FileHandle;
  readonly #target: string;
  #isSynced = false;
  #isInPlace = false;

  /** Creates a temporary file in the directory of its target. */
  static async open(target: string): Promise<TemporaryFile> {
    const temporaryPath = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID()}`);
    return new TemporaryFile(target, temporaryPath, await open(temporaryPath, 'wx', 0o600));
  }

  private constructor(target: string, temporaryPath: string, handle: FileHandle) {
    this.#target = target;
    this.path = temporaryPath;
    this.handle = handle;
  }

  /**
   * Replaces the target atomically, unless `moveIntoPlace` does something else with the temporary file. With
   * `isDurable`, the result survives a power cut. After a failure, the next call continues with the step that failed.
   */
  async commit({
    isDurable = true,
    moveIntoPlace = (temporaryPath: string) => rename(temporaryPath, this.#target),
  } = {}): Promise<void> {
    // The content must be on disk before its name is, or a power cut could leave an empty file.
    if (isDurable && !this.#isSynced) {
      await this.handle.sync();
      this.#isSynced = true;
    }
    await this.handle.close();
    if (!this.#isInPlace) {
      await moveIntoPlace(this.path);
      this.#isInPlace = true;
    }
    if (isDurable) await syncDirectory(path.dirname(this.#target));
  }

  /** Deletes the temporary file, unless it has replaced the target. */
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
