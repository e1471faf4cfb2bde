import type { Logger } from 'pino';
import type { Database } from '../database/engine.ts';
import { forgetOldKeys } from './idempotency.ts';

const hour = 3_600_000;

/** Forgets old idempotency keys now and every hour. */
export function cleanRegularly(database: Database, log: Logger): { stop(): void } {
  const clean = () =>
    forgetOldKeys(database).catch((error: unknown) => log.warn({ err: error }, 'could not forget old keys'));
  void clean();
  const timer = setInterval(clean, hour);
  return { stop: () => clearInterval(timer) };
}
