import { enableCompileCache } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A failure that the operator can fix. Only its message is printed, without a stack trace. */
export class OperatorError extends Error {}

// Without a listener, the program would crash when the reader of its output exits, as in `npm run gateway | head -1`.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

/** Prints a line on standard output. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Exits with code 1. Prints the message of an `OperatorError`, and the stack trace of any other error. */
export function exitWithError(error: unknown): never {
  const isOperatorError = error instanceof OperatorError;
  const text = error instanceof Error ? (isOperatorError ? error.message : error.stack) : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/**
 * Shuts down on SIGINT (Ctrl-C), SIGTERM or SIGHUP (closed terminal) and exits with code 0, or with 1 if `stop` fails.
 * A further signal other than SIGHUP interrupts `waitBeforeStop`, or ends the program immediately if `stop` has been
 * called already.
 *
 * @param reportStop is called at the first signal.
 */
export function stopOnSignal(
  stop: () => Promise<void>,
  waitBeforeStop: (interruption: AbortSignal) => Promise<void> = async () => {},
  reportStop: () => void = () => print('Stopping …'),
): void {
  const interruption = new AbortController();
  let phase: 'running' | 'waiting' | 'stopping' = 'running';
  const shutDown = async () => {
    phase = 'waiting';
    await waitBeforeStop(interruption.signal);
    phase = 'stopping';
    await stop();
  };
  const onSignal = (signal: NodeJS.Signals) => {
    // When a terminal is closed, both its shell and the kernel may send SIGHUP.
    if (signal === 'SIGHUP' && phase !== 'running') return;
    if (phase === 'stopping') process.exit(128 + constants.signals[signal]);
    if (phase === 'waiting') return interruption.abort();
    reportStop();
    shutDown().then(() => process.exit(0), exitWithError);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

/**
 * Saves compiled code for the next start, which then needs half the CPU to load its modules. Only the code of modules
 * that are loaded after this call is saved, so programs import their largest ones dynamically. Without permission to
 * write, nothing is saved.
 */
export function cacheCompiledCode(): void {
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/node-compile', import.meta.url)));
}
