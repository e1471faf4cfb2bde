import { destination, type Logger, pino, stdSerializers } from 'pino';

/**
 * The service's log: one JSON object per line on standard error. It gets no personal data: no query
 * strings, no bodies, no addresses of clients, and of a database error only what is no value.
 */
export function createLog(): Logger {
  return pino(
    {
      base: { service: 'rest-api' },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutValues },
    },
    destination({ fd: 2, sync: false, minLength: 0 }),
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
