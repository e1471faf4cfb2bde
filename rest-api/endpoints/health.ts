import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../database/engine.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { HttpError } from '../http/errors.ts';

/** If the database does not respond within this time, the service is not ready. */
const timeoutMs = 3000;

/** Liveness and readiness checks. */
export function createHealthEndpoints(database: Database): Endpoint[] {
  return [
    {
      method: 'get',
      path: '/health/live',
      handle: (_request, response) => {
        response.json({ status: 'ok' });
      },
    },
    {
      method: 'get',
      path: '/health/ready',
      handle: async (_request, response) => {
        const timer = new AbortController();
        const isReachable = await Promise.race([
          database.execute(sql`select 1`).then(
            () => true,
            () => false,
          ),
          setTimeout(timeoutMs, false, { signal: timer.signal, ref: false }),
        ]);
        timer.abort();
        if (!isReachable) throw new HttpError(503, 'The database does not respond');
        response.json({ status: 'ok' });
      },
    },
  ];
}
