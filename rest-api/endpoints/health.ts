import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Engine } from '../database/engine.ts';
import { resolveWithin } from '../database/time-limit.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { HttpError } from '../http/errors.ts';

/**
 * If PostgreSQL does not respond within this time, the service is not ready. The embedded database runs in this
 * process, one transaction at a time, so a delay only means that it is busy, for example with an import. Meanwhile,
 * catalogue requests get the catalogue in memory.
 */
const timeoutMs = 3000;

const healthy = {
  description: 'The service works',
  body: z.strictObject({ status: z.literal('ok') }),
};

const readOnlyResult = z.object({
  rows: z.tuple([z.object({ transaction_read_only: z.enum(['on', 'off']) })]),
});

/** Liveness and readiness checks. */
export function createHealthEndpoints(
  { database, isShared, describeFullDisk }: Engine,
  isClosing: () => boolean,
): Endpoint[] {
  return [
    {
      method: 'get',
      path: '/health/live',
      operation: { summary: 'Whether the process is running', responses: { 200: healthy } },
      handle: (_request, response) => {
        response.json({ status: 'ok' });
      },
    },
    {
      method: 'get',
      path: '/health/ready',
      operation: {
        summary: 'Whether the service can serve requests',
        responses: {
          200: healthy,
          503: 'The service is starting or stopping, or the database does not respond, is read-only or has a full disk',
        },
      },
      handle: async (_request, response) => {
        if (isClosing()) throw new HttpError(503, 'The service is stopping');
        const fullDisk = describeFullDisk();
        if (fullDisk !== undefined) throw new HttpError(503, `The database is read-only: ${fullDisk}`);
        const state = await resolveWithin(
          timeoutMs,
          fetchState(database),
          isShared ? 'unavailable' : 'writable',
        );
        if (state === 'unavailable') throw new HttpError(503, 'The database does not respond');
        if (state === 'read-only') throw new HttpError(503, 'The database is read-only');
        response.json({ status: 'ok' });
      },
    },
  ];
}

/** A server that is being restored or has become a replica is read-only, so every order would fail. */
async function fetchState(database: Database): Promise<'writable' | 'read-only' | 'unavailable'> {
  try {
    const { rows } = readOnlyResult.parse(await database.execute(sql`show transaction_read_only`));
    return rows[0].transaction_read_only === 'on' ? 'read-only' : 'writable';
  } catch {
    return 'unavailable';
  }
}
