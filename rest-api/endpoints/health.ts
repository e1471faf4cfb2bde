import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Database, Engine } from '../database/engine.ts';
import { resolveWithin } from '../database/time-limit.ts';
import type { Endpoint } from '../http/endpoint.ts';

/**
 * If PostgreSQL does not respond within this time, the service is not ready. The embedded database runs in this
 * process, one transaction at a time, so a delay only means that it is busy, for example with an import. Meanwhile,
 * catalogue requests are served from memory.
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
export function createHealthEndpoints(engine: Engine, isClosing: () => boolean, log: Logger): Endpoint[] {
  let isReady = true;
  return [
    {
      method: 'get',
      path: '/health/live',
      isPublic: true,
      operation: { summary: 'Whether the process is running', responses: { 200: healthy } },
      handle: (_request, response) => {
        response.json({ status: 'ok' });
      },
    },
    {
      method: 'get',
      path: '/health/ready',
      isPublic: true,
      operation: {
        summary: 'Whether the service can serve requests',
        responses: {
          200: healthy,
          503: 'The service is starting or stopping, or the database does not respond, is read-only or has a full disk',
        },
      },
      handle: async (_request, response) => {
        if (isClosing()) {
          response.status(503).json({ message: 'The service is stopping' });
          return;
        }
        const problem = await findDatabaseProblem(engine);
        // Once per outage, because proxies check the readiness every few seconds.
        if (problem !== undefined && isReady) log.warn({ reason: problem }, 'not ready');
        isReady = problem === undefined;
        if (isReady) response.json({ status: 'ok' });
        else response.status(503).json({ message: problem });
      },
    },
  ];
}

/** Why the database cannot store orders; undefined if it can. */
async function findDatabaseProblem(engine: Engine): Promise<string | undefined> {
  const fullDisk = engine.describeFullDisk();
  if (fullDisk !== undefined) return `The database is read-only: ${fullDisk}`;
  const fallback = engine.isShared ? notResponding : undefined;
  return resolveWithin(timeoutMs, findWriteProblem(engine.database), fallback);
}

const notResponding = 'The database does not respond';

/** A server that is being restored or has become a replica is read-only, so every order would fail. */
async function findWriteProblem(database: Database): Promise<string | undefined> {
  try {
    const { rows } = readOnlyResult.parse(await database.execute(sql`show transaction_read_only`));
    return rows[0].transaction_read_only === 'on' ? 'The database is read-only' : undefined;
  } catch {
    return notResponding;
  }
}
