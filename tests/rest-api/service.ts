import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/** What `npm run rest-api` runs. */
export const main = path.join(import.meta.dirname, '..', '..', 'rest-api', 'main.ts');

/** What every process of the tests is started with; the cache spares it compiling the same code again. */
export const environment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: path.join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'node-compile'),
};

const readyMessage = z.object({
  type: z.literal('ready'),
  url: z.string(),
  demoLogins: z.array(z.object({ contact: z.string(), password: z.string(), about: z.string() })),
  warnings: z.array(z.string()),
});

/** A REST service that runs in a process of its own. */
export interface RunningService {
  readonly url: string;
  readonly demoLogins: z.infer<typeof readyMessage>['demoLogins'];
  readonly warnings: readonly string[];
  readonly process: ChildProcess;
  /** Everything written so far. */
  readonly output: () => string;
  /** Asks it to stop and gives its exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
}

export type Settings = Readonly<Record<string, string>>;

/** A process that ended before it was ready. */
export class DidNotStart extends Error {
  readonly exitCode: number | null;
  readonly output: string;

  constructor(exitCode: number | null, output: string) {
    super(`The service ended with ${exitCode} before it was ready:\n${output}`);
    this.exitCode = exitCode;
    this.output = output;
  }
}

/**
 * Starts `rest-api/main.ts` on a free port and waits until it is ready.
 * @throws DidNotStart
 */
export async function startService(settings: Settings): Promise<RunningService> {
  const child = fork(main, [], {
    env: { ...environment, REST_API_PORT: '0', ...settings },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  } satisfies ForkOptions);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close');
  const exitCode = async () =>
    z
      .number()
      .nullable()
      .parse((await ended)[0]);
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => readyMessage.parse(message)),
    ended.then(() => undefined),
  ]);
  if (ready === undefined) throw new DidNotStart(await exitCode(), output);
  return {
    url: ready.url,
    demoLogins: ready.demoLogins,
    warnings: ready.warnings,
    process: child,
    output: () => output,
    stop: () => {
      child.kill('SIGTERM');
      return exitCode();
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts a service that must not come up, and gives how it ended. */
export async function failureToStart(settings: Settings): Promise<DidNotStart> {
  try {
    const service = await startService(settings);
    await service.stop();
  } catch (error) {
    if (error instanceof DidNotStart) return error;
    throw error;
  }
  throw new Error('The service started.');
}

/** A new folder for the service's data. */
export function makeDataDirectory(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'rest-'));
}

export function removeDataDirectory(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true, maxRetries: 3 });
}
