import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../database/engine.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { HttpError } from '../http/errors.ts';

/** How long the database may take to answer before the service counts as not ready. */
const patienceMilliseconds = 3000;

/** Whether the process lives, and whether it can do its work: for whoever starts and watches it. */
export function healthEndpoints(database: Database): Endpoint[] {
  return [
    {
      method: 'get',
      path: '/health/live',
      answer: (_request, response) => {
        response.json({ status: 'ok' });
      },
    },
    {
      method: 'get',
      path: '/health/ready',
      answer: async (_request, response) => {
        const late = new AbortController();
        const answered = await Promise.race([
          database.execute(sql`select 1`).then(
            () => true,
            () => false,
          ),
          setTimeout(patienceMilliseconds, false, { signal: late.signal, ref: false }),
        ]);
        late.abort();
        if (!answered) throw new HttpError(503, 'The database does not answer');
        response.json({ status: 'ok' });
      },
    },
  ];
}
