import { destination, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';

/**
 * The service's log: one JSON object per line on standard error. It gets no personal data: no query
 * strings, no bodies, no addresses of clients, and of a database error only what is no value.
 */
export function createLog(): Logger {
  // Lines go out together, at the latest after a quarter of a second: a write for each costs throughput.
  const out = destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: 250 });
  process.once('exit', () => out.flushSync());
  return pino(
    {
      base: { service: 'rest-api' },
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: withoutValues },
    },
    out,
  );
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
