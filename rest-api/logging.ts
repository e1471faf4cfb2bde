import { type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import { isQueryError } from './error-message.ts';

/**
 * The service's log: one JSON object per line on standard error. It contains no personal data: no query strings,
 * no bodies, no client IP addresses and no parameters of failed SQL statements.
 */
export function createLog(): Logger {
  return pino(
    {
      base: { service: 'rest-api' },
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
    },
    bufferLines(process.stderr),
  );
}

const flushIntervalMs = 100;
const maxBufferedCharacters = 65_536;

/**
 * Buffers lines for up to 100 ms, since one write per line costs throughput. If the stream is closed, the lines
 * are dropped: pino's own destination would retry forever and keep the process from exiting.
 */
function bufferLines(stream: NodeJS.WriteStream): { write(line: string): void } {
  let buffer = '';
  const flush = () => {
    const lines = buffer;
    buffer = '';
    if (lines !== '') stream.write(lines);
  };
  stream.on('error', () => undefined);
  process.once('exit', flush);
  return {
    write: (line) => {
      if (buffer === '') setTimeout(flush, flushIntervalMs).unref();
      buffer += line;
      if (buffer.length > maxBufferedCharacters) flush();
    },
  };
}

const maxQueryCharacters = 500;

/** Drizzle's error message includes the parameters, so the beginning of the statement is logged instead. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause = error.cause instanceof Error ? serializeError(error.cause) : undefined;
  if (isQueryError(error))
    return { type: 'DrizzleQueryError', query: error.query.slice(0, maxQueryCharacters), cause };
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message, stack, cause };
}
