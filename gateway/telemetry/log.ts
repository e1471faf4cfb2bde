import { type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino';

/** Maximum size of the log output that waits for a slow reader. Further lines are dropped. */
const maxBufferedBytes = 4_000_000;

let isExiting = false;
// Registered before pino's own handler, which flushes the buffer.
process.once('exit', () => {
  isExiting = true;
});

/**
 * Creates the gateway's log: JSON lines on standard output, written in the background. It contains no
 * personal data. If nothing reads the output, its lines wait in a buffer and delay neither requests nor the end of the
 * process. The same applies while the output cannot be written, for example to a file on a full disk.
 */
export function createLog(level: LoggerOptions['level'] & string): Logger {
  const output = pino.destination({
    dest: 1,
    sync: false,
    maxLength: maxBufferedBytes,
    retryEAGAIN: () => !isExiting,
  });
  let isFailing = false;
  output.on('error', () => {
    isFailing = true;
  });
  output.on('write', () => {
    isFailing = false;
  });
  output.on('drop', () => {
    // A full buffer drops lines without trying to write. An empty write makes it try.
    if (isFailing) output.write('');
  });
  const flushSync = output.flushSync.bind(output);
  output.flushSync = () => {
    // It retries forever, even on a full disk.
    if (isFailing) return;
    try {
      flushSync();
    } catch {
      // The reader has exited or does not read. Without this, pino would retry forever or crash at exit.
    }
  };
  return pino({ level, timestamp: stdTimeFunctions.isoTime }, output);
}
