import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { collectOutput } from '../child-process.ts';

const repository = path.join(import.meta.dirname, '..', '..');

/** The script that `npm run rest-api` runs. */
export const main = path.join(repository, 'rest-api', 'main.ts');

/** The environment variables of most processes that tests start. The cache saves compiling the same code again. */
export const environment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: path.join(repository, 'node_modules', '.cache', 'node-compile'),
};

const readyMessageSchema = z.object({
  type: z.literal('ready'),
  url: z.string(),
  demoLogins: z.array(z.object({ contact: z.string(), password: z.string(), about: z.string() })),
  warnings: z.array(z.string()),
});

/** A REST service in its own process. */
export interface RunningService {
  readonly url: string;
  readonly demoLogins: z.infer<typeof readyMessageSchema>['demoLogins'];
  readonly warnings: readonly string[];
  readonly process: ChildProcess;
  /** Everything written to standard output and standard error so far. */
  readonly output: () => string;
  /** Sends a signal, by default SIGTERM, and returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Kills it with SIGKILL, so that it cannot clean up. */
  kill(): Promise<void>;
}

/**
 * Options of `expect.poll`. The interval is short, because most changes take only milliseconds, and the timeout allows
 * for a busy machine.
 */
export const pollOptions = { interval: 5, timeout: 25_000 };

export type Settings = Readonly<Record<string, string>>;

/** The process exited before it was ready. */
class StartupError extends Error {
  readonly exitCode: number | null;
  readonly output: string;

  constructor(exitCode: number | null, output: string) {
    super(`The service exited with code ${exitCode} before it was ready:\n${output}`);
    this.name = 'StartupError';
    this.exitCode = exitCode;
    this.output = output;
  }
}

/**
 * Starts `rest-api/main.ts`, of this repository or of a copy, and waits until it is ready.
 * @throws {StartupError}
 */
export async function startService(settings: Settings, script = main): Promise<RunningService> {
  const child = fork(script, [], {
    env: { ...environment, REST_API_PORT: '0', ...settings },
    // The gateway starts the service with this option too. Without it, V8 optimizes the database's code at every start.
    execArgv: ['--liftoff-only'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  } satisfies ForkOptions);
  const output = collectOutput(child);
  const closed = once(child, 'close');
  const exitCode = async () =>
    z
      .number()
      .nullable()
      .parse((await closed)[0]);
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => readyMessageSchema.parse(message)),
    closed.then(() => undefined),
  ]);
  if (ready === undefined) throw new StartupError(await exitCode(), output());
  return {
    url: ready.url,
    demoLogins: ready.demoLogins,
    warnings: ready.warnings,
    process: child,
    output,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exitCode();
    },
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** Starts a service with settings that must prevent its start, and returns the error. */
export async function expectStartupError(settings: Settings): Promise<StartupError> {
  try {
    const service = await startService(settings);
    await service.stop();
  } catch (error) {
    if (error instanceof StartupError) return error;
    throw error;
  }
  throw new Error('The service started.');
}

/** Creates an empty data directory. */
export function createDataDirectory(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'rest-'));
}

export function removeDataDirectory(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true, maxRetries: 3 });
}
