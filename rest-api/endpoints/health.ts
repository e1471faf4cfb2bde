import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../database/engine.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { HttpError } from '../http/errors.ts';

/** If the database does not respond within this time, the service is not ready. */
const timeoutMs = 3000;

const healthy = {
  description: 'The service works',
  body: z.strictObject({ status: z.literal('ok') }),
};

/** Liveness and readiness checks. */
export function createHealthEndpoints(database: Database): Endpoint[] {
  return [
    {
      method: 'get',
      path: '/health/live',
      operation: { summary: 'Whether the process runs', responses: { 200: healthy } },
      handle: (_request, response) => {
        response.json({ status: 'ok' });
      },
    },
    {
      method: 'get',
      path: '/health/ready',
      operation: {
        summary: 'Whether the service can serve requests',
        responses: { 200: healthy, 503: 'The service is starting, or the database does not respond' },
      },
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
