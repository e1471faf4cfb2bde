/** A reason to end that whoever started the program can act on: its message alone is shown. */
export class StartupError extends Error {}

// Who started the program may stop reading, as in `npm run gateway | head -1`: the program goes on.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

/** A line for whoever started the program. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ends the program: with one line for a reason that can be acted on, with the whole error for a fault. */
export function fail(error: unknown): never {
  const known = error instanceof StartupError;
  const shown = error instanceof Error ? (known ? error.message : error.stack) : String(error);
  process.stderr.write(`${shown}\n`);
  process.exit(1);
}

/**
 * Stops cleanly on Ctrl-C and on being told to end, with exit code 0; a second signal ends the
 * program at once.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(signal === 'SIGINT' ? 130 : 143);
    stopping = true;
    say('Stopping …');
    stop().then(() => process.exit(0), fail);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}
