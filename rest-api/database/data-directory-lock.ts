import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isFileError } from './file-error.ts';

/** Another process has the embedded database open; it takes only one. */
export class DataDirectoryInUse extends Error {
  constructor(dataDirectory: string, processId: number) {
    super(
      `DATA_DIR=${dataDirectory}: process ${processId} has this database open; stop it or name another folder`,
    );
    this.name = 'DataDirectoryInUse';
  }
}

const holderShape = z.object({ processId: z.int(), startedAt: z.string() });
type Holder = z.infer<typeof holderShape>;

/**
 * Takes the lock of an embedded database's folder, also from a process that is gone without giving it
 * back. Gives the function that gives the lock back.
 * @throws DataDirectoryInUse
 */
export function lockDataDirectory(dataDirectory: string): () => void {
  const file = path.join(dataDirectory, 'rest-api.lock');
  const mine = { processId: process.pid, startedAt: startOfProcess(process.pid) ?? '' };
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    while (!tryLink(draft, file)) {
      const found = readText(file);
      const holder = found === undefined ? undefined : parseHolder(found);
      if (holder !== undefined && isRunning(holder)) {
        throw new DataDirectoryInUse(dataDirectory, holder.processId);
      }
      if (found !== undefined) removeStale(file, found);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/** A hard link appears with its whole content or not at all, and only if there is none: of two, one wins. */
function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (isFileError(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Removes the lock that was read, and no newer one that another process may have made meanwhile. */
function removeStale(file: string, read: string): void {
  const aside = `${file}.stale-${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return;
    throw error;
  }
  if (readText(aside) !== read) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function parseHolder(text: string): Holder | undefined {
  try {
    return holderShape.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Whether the process that wrote the lock still runs; a number that went to another process does not count. */
function isRunning(holder: Holder): boolean {
  if (holder.processId === process.pid) return false;
  try {
    process.kill(holder.processId, 0);
  } catch (error) {
    if (isFileError(error, 'ESRCH')) return false;
  }
  const startedAt = startOfProcess(holder.processId);
  return startedAt === undefined || holder.startedAt === '' || startedAt === holder.startedAt;
}

/** When a process started (Linux: boot and clock ticks since then); undefined where this cannot be known. */
function startOfProcess(processId: number): string | undefined {
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim();
  const stat = readText(`/proc/${processId}/stat`);
  // Field 22; the second field is the command in parentheses and may hold spaces.
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
