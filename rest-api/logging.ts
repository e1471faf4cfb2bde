import { type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';

/**
 * The service's log: one JSON object per line on standard error. It gets no personal data: no query
 * strings, no bodies, no addresses of clients, and of a database error only what is no value.
 */
export function createLog(): Logger {
  return pino(
    {
      base: { service: 'rest-api' },
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: withoutValues },
    },
    bundledLines(process.stderr),
  );
}

const patienceMilliseconds = 100;
const mostCharacters = 65_536;

/**
 * Lines that come within a moment go out in one write, since a write for each costs throughput. The lines
 * of a log that nobody reads any longer are lost, and nothing else: pino's own destination would try to
 * write them for ever and keep the process from ending.
 */
function bundledLines(stream: NodeJS.WriteStream): { write(line: string): void } {
  let waiting = '';
  const flush = () => {
    const lines = waiting;
    waiting = '';
    if (lines !== '') stream.write(lines);
  };
  stream.on('error', () => undefined);
  process.once('exit', flush);
  return {
    write: (line) => {
      if (waiting === '') setTimeout(flush, patienceMilliseconds).unref();
      waiting += line;
      if (waiting.length > mostCharacters) flush();
    },
  };
}

/** drizzle puts a statement's parameters into its message; the stack and the cause's code are enough. */
function withoutValues(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const cause = error.cause instanceof Error ? withoutValues(error.cause) : undefined;
  if (error.constructor.name === 'DrizzleQueryError' && 'query' in error) {
    return { type: 'DrizzleQueryError', query: error.query, cause };
  }
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message, stack, cause };
}
