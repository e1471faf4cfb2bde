import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { StartupError } from './cli.ts';
import { tryParseJson } from './rest/json.ts';

/** Our own REST service, running as a child process. */
export interface RestService {
  url: string;
  demoLogins: DemoLogin[];
  /** What the operator should know about the settings. */
  warnings: string[];
  /** Settles, with what to tell, when the child ends without having been asked to. */
  died: Promise<string>;
  /** Asks it to end and waits for that. */
  stop(): Promise<void>;
}

/** A shopper of the demo data who can sign in. */
export type DemoLogin = z.output<typeof demoLoginShape>;

const demoLoginShape = z.object({ contact: z.string(), password: z.string(), about: z.string().optional() });
const readyShape = z.object({
  type: z.literal('ready'),
  url: z.url(),
  demoLogins: z.array(demoLoginShape).optional().default([]),
  warnings: z.array(z.string()).optional().default([]),
});

/** A longer log of earlier starts is begun anew. */
const maxLogBytes = 10_000_000;

/** How long the child may take to end before it is ended, in milliseconds. */
const patience = 15_000;

/**
 * Starts the REST service and waits until it answers; its log goes to `rest-api.log` in the data
 * folder. It gets this process's settings, and ends by
 * itself should this process be killed, since it then loses the channel to it.
 *
 * @throws {StartupError} when `DATA_DIR` cannot be written, or when it ends before it is ready, with
 *   what it said about that.
 */
export async function startRestService(dataDir: string): Promise<RestService> {
  const logFile = path.join(dataDir, 'rest-api.log');
  const { log, start } = await openLog(logFile);
  const child = fork(fileURLToPath(new URL('../rest-api/main.ts', import.meta.url)), [], {
    // A file and no pipe: writing to a pipe that nobody reads would hang a child that outlives this process.
    stdio: ['ignore', 'ignore', log.fd, 'ipc'],
    // A group of its own: Ctrl-C reaches this process alone, which first answers what has begun.
    detached: process.platform !== 'win32',
  });
  let asked = false;
  const ended = once(child, 'exit').then(
    ([code, signal]) => `it ended with ${signal ?? `exit code ${code}`}`,
  );
  const stop = async () => {
    asked = true;
    await end(child, ended);
  };
  const endWithThisProcess = () => child.kill('SIGTERM');
  process.once('exit', endWithThisProcess);
  try {
    const { url, demoLogins, warnings } = await Promise.race([
      ready(child),
      ended.then(async (how) => {
        const said = await plainWords(logFile, start);
        throw new StartupError(
          said === '' ? `The REST service could not start: ${how}; see ${logFile}.` : said,
        );
      }),
    ]);
    const died = new Promise<string>((resolve) => {
      void ended.then((how) => {
        if (!asked) resolve(`The REST service is gone: ${how}; see ${logFile}.`);
      });
    });
    return { url, demoLogins, warnings, died, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    await log.close();
  }
}

/** What the child said in plain words, as it does about a setting that it cannot use; its log begins at `start`. */
async function plainWords(logFile: string, start: number): Promise<string> {
  const lines = (await readFile(logFile)).subarray(start).toString().split('\n');
  return lines.filter((line) => line !== '' && tryParseJson(line) === undefined).join('\n');
}

function ready(child: ChildProcess): Promise<z.output<typeof readyShape>> {
  return new Promise((resolve) => {
    child.on('message', (message: unknown) => {
      const read = readyShape.safeParse(message);
      if (read.success) resolve(read.data);
    });
  });
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), patience);
  await ended;
  clearTimeout(late);
}

/** Opens the log to append: the service of another shop on the same folder may be writing to it. */
async function openLog(file: string): Promise<{ log: FileHandle; start: number }> {
  const folder = path.dirname(file);
  try {
    await mkdir(folder, { recursive: true });
    const log = await open(file, 'a', 0o600);
    const { size } = await log.stat();
    if (size <= maxLogBytes) return { log, start: size };
    await log.truncate();
    return { log, start: 0 };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`DATA_DIR is '${folder}': it must be a writable directory (${reason}).`);
  }
}
