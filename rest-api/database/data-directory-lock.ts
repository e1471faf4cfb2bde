import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** Another process has the embedded database open. Only one process can use it at a time. */
export class DataDirectoryInUseError extends Error {
  constructor(dataDirectory: string, processId: number) {
    super(
      `DATA_DIR=${dataDirectory}: process ${processId} has this database open; stop it or use another directory`,
    );
  }
}

const holderSchema = z.object({ processId: z.int(), startedAt: z.string() });
type Holder = z.infer<typeof holderSchema>;

export function getLockFile(dataDirectory: string): string {
  return path.join(dataDirectory, 'rest-api.lock');
}

/**
 * Locks the data directory for this process. A lock left behind by a process that is no longer running is taken over.
 * Returns a function that releases the lock.
 * @throws DataDirectoryInUseError if another running process holds the lock.
 */
export function lockDataDirectory(dataDirectory: string): () => void {
  const file = getLockFile(dataDirectory);
  const self: Holder = { processId: process.pid, startedAt: readProcessStart(process.pid) ?? '' };
  const temporaryFile = `${file}.${randomUUID()}`;
  // Called before the first write, which fails on a full disk: even then, a command has to learn that a service holds
  // the lock, so that it can run in that service (admin/connect.ts).
  removeStaleLock(dataDirectory, file);
  try {
    // On a full disk, this creates the file before it fails.
    writeFileSync(temporaryFile, JSON.stringify(self), { mode: 0o600 });
    while (!tryLink(temporaryFile, file)) removeStaleLock(dataDirectory, file);
  } finally {
    rmSync(temporaryFile, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/**
 * Removes the lock, if any, of a process that is no longer running.
 * @throws DataDirectoryInUseError if its process is running.
 */
function removeStaleLock(dataDirectory: string, file: string): void {
  const content = readText(file);
  if (content === undefined) return;
  const holder = parseHolder(content);
  if (holder !== undefined && isRunning(holder)) {
    throw new DataDirectoryInUseError(dataDirectory, holder.processId);
  }
  removeLockWithContent(file, content);
}

/** Linking is atomic and fails if the file exists, so only one of several processes can succeed. */
function tryLink(source: string, file: string): boolean {
  try {
    linkSync(source, file);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Removes the lock with this content. A newer lock, written by another process in the meantime, is put back. */
function removeLockWithContent(file: string, content: string): void {
  const renamed = `${file}.stale-${randomUUID()}`;
  try {
    renameSync(file, renamed);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return;
    throw error;
  }
  if (readText(renamed) !== content) tryLink(renamed, file);
  rmSync(renamed, { force: true });
}

function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Whether the process that wrote the lock is still running. Its start time shows if its process id was reused. */
function isRunning(holder: Holder): boolean {
  // An earlier process had the same id, for example 1 in a container that was restarted.
  if (holder.processId === process.pid) return false;
  try {
    process.kill(holder.processId, 0);
  } catch (error) {
    if (isSystemError(error, 'ESRCH')) return false;
  }
  const startedAt = readProcessStart(holder.processId);
  return startedAt === undefined || holder.startedAt === '' || startedAt === holder.startedAt;
}

/** When a process started, on Linux: boot id and clock ticks since boot. Undefined on other systems. */
function readProcessStart(processId: number): string | undefined {
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim();
  const stat = readText(`/proc/${processId}/stat`);
  // The start time is field 22. Field 2 is the command in parentheses, which can contain spaces.
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return boot === undefined || ticks === undefined ? undefined : `${boot} ${ticks}`;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Whether an error is a Node.js system error and, if `code` is given, has this code. */
export function isSystemError(error: unknown, code?: string): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    'syscall' in error &&
    (code === undefined || ('code' in error && error.code === code))
  );
}
