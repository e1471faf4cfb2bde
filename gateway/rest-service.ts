import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { jsonOrNothing } from './rest/decode.ts';
import { StartError } from './terminal.ts';

/** Our own REST service, running as a child process. */
export interface RestService {
  url: string;
  demoLogins: DemoLogin[];
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
});

/** A line of pino's log; everything from a warning upwards is for whoever watches the terminal. */
const logLineShape = z.object({ level: z.number() });
const warning = 40;

/** How long the child may take to end before it is ended, in milliseconds. */
const patience = 15_000;

/**
 * Starts the REST service and waits until it answers. It gets this process's settings, and ends by
 * itself should this process be killed, since it then loses the channel to it.
 *
 * @throws {StartError} when it ends before it is ready; what was wrong it has printed itself.
 */
export async function startRestService(): Promise<RestService> {
  const child = fork(fileURLToPath(new URL('../rest-api/main.ts', import.meta.url)), [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // A group of its own: Ctrl-C reaches this process alone, which first answers what has begun.
    detached: process.platform !== 'win32',
  });
  showWarnings(child);
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
    const { url, demoLogins } = await Promise.race([
      ready(child),
      ended.then((how) => Promise.reject(new StartError(`The REST service could not start: ${how}.`))),
    ]);
    const died = new Promise<string>((resolve) => {
      void ended.then((how) => {
        if (!asked) resolve(`The REST service is gone: ${how}.`);
      });
    });
    return { url, demoLogins, died, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Passes on what the child says on standard error, but for the everyday lines of its log. */
function showWarnings(child: ChildProcess): void {
  if (child.stderr === null) return;
  createInterface({ input: child.stderr }).on('line', (line) => {
    const level = logLineShape.safeParse(jsonOrNothing(line));
    if (!level.success || level.data.level >= warning) process.stderr.write(`${line}\n`);
  });
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
