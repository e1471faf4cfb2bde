import { type Logger, type LoggerOptions, pino } from 'pino';

/** So much of the log may wait for a reader, in bytes; what comes on top of it is dropped. */
const mostWaiting = 4_000_000;

let isEnding = false;
// Registered before pino's own, which writes what is left.
process.once('exit', () => {
  isEnding = true;
});

/**
 * The gateway's log: JSON lines on standard output, in the background. It holds no personal data. A
 * reader that does not read, or is gone, holds up neither requests nor the end of the process.
 */
export function createLog(level: LoggerOptions['level'] & string): Logger {
  const output = pino.destination({
    dest: 1,
    sync: false,
    maxLength: mostWaiting,
    retryEAGAIN: () => !isEnding,
  });
  const writeRest = output.flushSync.bind(output);
  output.flushSync = () => {
    try {
      writeRest();
    } catch {
      // Nobody reads: at the end of the process pino would try for ever, or fail in its last moment.
    }
  };
  return pino({ level }, output);
}
