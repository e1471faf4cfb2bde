import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { OperatorError, print } from './cli.ts';
import { type Config, extendEnvironment } from './config.ts';
import { tryParseJson } from './domain/json.ts';
import { accessDataDir } from './storage/data-dir.ts';

/** Our REST service, running as a child process. */
export interface EmbeddedRestApi {
  url: string;
  /** The logins of the demo shoppers. Empty if there are none, or once the demo is removed while the service runs. */
  readonly demoLogins: readonly DemoLogin[];
  /** Warnings about the settings, for the operator. */
  warnings: string[];
  /** Resolves with a message for the operator if the process ends before `stop` is called. */
  unexpectedExit: Promise<string>;
  /** Stops the process and waits for its end. */
  stop(): Promise<void>;
}

/** The login of a demo shopper. */
type DemoLogin = z.output<typeof demoLoginSchema>;

/** Describes the login of a demo shopper for the console. */
export function describeLogin({ contact, password, about }: DemoLogin): string {
  return `contact ${contact}, password ${password}${about === undefined ? '' : ` (${about})`}`;
}

/**
 * Returns the configured provider of online payments. By default, a shop has the demo provider as long as it has demo
 * shoppers: once a real catalogue is imported, orders must not count as paid when nobody was charged.
 */
export function choosePaymentProvider(
  { paymentProvider }: Config,
  restApi: EmbeddedRestApi | undefined,
): Config['paymentProvider'] {
  const hasDemo = restApi !== undefined && restApi.demoLogins.length > 0;
  return paymentProvider ?? (hasDemo ? 'demo' : undefined);
}

const demoLoginSchema = z.object({ contact: z.string(), password: z.string(), about: z.string().optional() });
const readyMessageSchema = z.object({
  type: z.literal('ready'),
  url: z.url(),
  demoLogins: z.array(demoLoginSchema).default([]),
  warnings: z.array(z.string()).default([]),
});
const demoRemovedMessageSchema = z.object({ type: z.literal('demo-removed') });

/** A larger log is emptied at startup. */
const maxLogBytes = 10_000_000;

/**
 * Creating the database needs several hundred megabytes for a moment. With these settings, glibc returns them to the
 * operating system instead of reserving them for each thread.
 */
const allocatorSettings = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

/** The service is stopped last, when nothing sends it requests. */
const shutdownSettings = { SHUTDOWN_DELAY_SECONDS: '0' };

/**
 * V8's optimizing WebAssembly compiler needs 600 MB for a single function of the embedded database, at every start.
 * Code of the baseline compiler executes queries about as fast. `openEmbedded` calls the exposed garbage collector.
 */
const v8Options = ['--liftoff-only', '--expose-gc'];

/** The process is killed if it does not end within this time after the signal to stop. */
const stopTimeoutMs = 15_000;

/**
 * Starts the REST service and waits until it accepts requests. It inherits the settings of this process
 * and logs to `rest-api.log` in the data directory. If this process is killed, the IPC channel closes
 * and the service ends by itself.
 *
 * @param dataDir an existing directory.
 * @param settings override the settings of this process.
 * @throws {ConfigError} if `DATA_DIR` is not writable; {OperatorError} if the service ends before it is ready. The
 * message says why, as far as the service has logged it.
 */
export async function startEmbeddedRestApi(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedRestApi> {
  print('Starting the REST service (the first start creates the database, which takes a few seconds) …');
  const logFile = path.join(dataDir, 'rest-api.log');
  const { log, startOffset } = await accessDataDir(dataDir, openLog(logFile));
  const child = fork(fileURLToPath(new URL('../rest-api/main.ts', import.meta.url)), [], {
    env: extendEnvironment({ ...allocatorSettings, ...shutdownSettings, ...settings }),
    execArgv: [...process.execArgv, ...v8Options],
    // Not a pipe: once this process is killed, the child could no longer write its log.
    stdio: ['ignore', 'ignore', log, 'ipc'],
    // A separate process group, so that Ctrl-C reaches only this process, which first completes the running requests.
    detached: process.platform !== 'win32',
  });
  let isStopping = false;
  let isDemoRemoved = false;
  // An import can remove the demo even before the service is ready.
  child.on('message', (message: unknown) => {
    isDemoRemoved ||= demoRemovedMessageSchema.safeParse(message).success;
  });
  const exited = once(child, 'exit').then(
    ([code, signal]) => `it ended with ${signal ?? `exit code ${code}`}`,
  );
  const stop = async () => {
    isStopping = true;
    await terminate(child, exited);
  };
  const killChild = () => child.kill('SIGTERM');
  process.once('exit', killChild);
  child.once('exit', () => process.off('exit', killChild));
  try {
    const { url, demoLogins, warnings } = await Promise.race([
      waitUntilReady(child),
      exited.then(async (reason) => {
        throw new OperatorError(await describeFailedStart(logFile, startOffset, reason));
      }),
    ]);
    const unexpectedExit = new Promise<string>((resolve) => {
      void exited.then((reason) => {
        if (!isStopping) resolve(`The REST service stopped unexpectedly: ${reason}; see ${logFile}.`);
      });
    });
    return {
      url,
      get demoLogins() {
        return isDemoRemoved ? [] : demoLogins;
      },
      warnings,
      unexpectedExit,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    closeSync(log);
  }
}

/** An error in the log of the service. The error of an SQL statement has no stack trace of its own, only a cause. */
const loggedErrorSchema = z.object({
  stack: z.string().optional(),
  get cause(): z.ZodOptional<typeof loggedErrorSchema> {
    return loggedErrorSchema.optional();
  },
});
const logLineSchema = z.object({ err: loggedErrorSchema });

/**
 * Describes why the service did not start, from what it has logged since `startOffset`: the lines that are not JSON,
 * such as those about an invalid setting, or else the last error.
 */
async function describeFailedStart(logFile: string, startOffset: number, reason: string): Promise<string> {
  const lines = (await readFile(logFile)).subarray(startOffset).toString().split('\n').filter(Boolean);
  const message = lines.filter((line) => tryParseJson(line) === undefined).join('\n');
  if (message !== '') return message;
  const stacks = lines.map((line) => findStack(logLineSchema.safeParse(tryParseJson(line)).data?.err));
  const error = stacks.findLast((stack) => stack !== undefined)?.split('\n    at ', 1)[0];
  return `The REST service could not start: ${reason}${error === undefined ? '' : ` (${error})`}; see ${logFile}.`;
}

/** The stack trace of an error, or else that of its cause. */
function findStack(error: z.output<typeof loggedErrorSchema> | undefined): string | undefined {
  return error === undefined ? undefined : (error.stack ?? findStack(error.cause));
}

function waitUntilReady(child: ChildProcess): Promise<z.output<typeof readyMessageSchema>> {
  return new Promise((resolve) => {
    child.on('message', (message: unknown) => {
      const result = readyMessageSchema.safeParse(message);
      if (result.success) resolve(result.data);
    });
  });
}

async function terminate(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await exited;
  clearTimeout(killTimer);
}

/**
 * Opens the log for appending, because the service of a shop that already uses this data directory may be writing to
 * the same file. Asynchronous, so that `accessDataDir` can describe its errors.
 *
 * @returns the log, and its size in bytes, which is the offset at which this service begins to write.
 */
async function openLog(file: string): Promise<{ log: number; startOffset: number }> {
  const log = openSync(file, 'a', 0o600);
  const { size } = fstatSync(log);
  if (size <= maxLogBytes) return { log, startOffset: size };
  ftruncateSync(log);
  return { log, startOffset: 0 };
}
