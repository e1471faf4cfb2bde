import { randomUUID } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { tryParseJson } from '../domain/json.ts';
import { createFile, createPrivateDirectory, nullIfMissing } from './atomic-file.ts';

const holderSchema = z.object({ processId: z.int().positive(), startedAt: z.string() });
type Holder = z.output<typeof holderSchema>;

/**
 * Locks the data directory for the gateway in this process. Gateways without Redis need the lock, because each would
 * overwrite the `FileStore` files of the others. The lock of a process that is no longer running is taken over.
 *
 * @returns a function that releases the lock.
 * @throws {ConfigError} if the gateway of another running process holds the lock; the file system's errors.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const file = getLockFile(dataDir);
  await createPrivateDirectory(path.dirname(file));
  const self: Holder = { processId: process.pid, startedAt: await readProcessStart(process.pid) };
  while (!(await createFile(file, JSON.stringify(self)))) {
    const content = await readFile(file, 'utf8').catch(nullIfMissing);
    if (content === null) continue;
    const holder = await findRunningHolder(content);
    if (holder !== null)
      throw new ConfigError(
        `DATA_DIR is '${dataDir}': process ${holder.processId} runs a gateway with this directory. Stop it, choose another directory, or set REDIS_URL for both.`,
      );
    await removeStaleLock(file, content);
  }
  // A lock that cannot be removed is taken over by the next gateway.
  return () => rm(file, { force: true }).catch(() => {});
}

/** Whether the gateway of another running process holds the lock. @throws the file system's errors. */
export async function isDataDirLocked(dataDir: string): Promise<boolean> {
  const content = await readFile(getLockFile(dataDir), 'utf8').catch(nullIfMissing);
  return content !== null && (await findRunningHolder(content)) !== null;
}

function getLockFile(dataDir: string): string {
  return path.join(dataDir, 'gateway', 'gateway.lock');
}

/** The holder of the lock with this content; null if its process is no longer running. */
async function findRunningHolder(content: string): Promise<Holder | null> {
  const holder = holderSchema.safeParse(tryParseJson(content)).data;
  return holder !== undefined && (await isRunning(holder)) ? holder : null;
}

/** Removes the lock with this content. A newer lock, created by another process in the meantime, is put back. */
async function removeStaleLock(file: string, content: string): Promise<void> {
  const renamed = `${file}.${randomUUID()}`;
  if ((await rename(file, renamed).catch(nullIfMissing)) === null) return;
  const renamedContent = await readFile(renamed, 'utf8');
  if (renamedContent !== content) await createFile(file, renamedContent);
  await rm(renamed);
}

/** Whether the process that created the lock is still running. Its start time shows if its process id was reused. */
async function isRunning({ processId, startedAt }: Holder): Promise<boolean> {
  // An earlier process had the same id, for example 1 in a container that was restarted.
  if (processId === process.pid) return false;
  try {
    process.kill(processId, 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
  }
  return (await readProcessStart(processId)) === startedAt;
}

/** When a process started, on Linux: boot id and clock ticks since boot. Empty on other systems. */
async function readProcessStart(processId: number): Promise<string> {
  const [bootId, stat] = await Promise.all(
    ['/proc/sys/kernel/random/boot_id', `/proc/${processId}/stat`].map((file) =>
      readFile(file, 'utf8').catch(() => ''),
    ),
  );
  // The start time is field 22. Field 2 is the command in parentheses, which can contain spaces.
  const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  return bootId === undefined || ticks === undefined ? '' : `${bootId.trim()} ${ticks}`;
}
