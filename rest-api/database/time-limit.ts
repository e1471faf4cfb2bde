import { setTimeout } from 'node:timers/promises';

/** The result of a query, or `fallback` if it fails or takes longer than the limit. The query itself continues. */
export async function resolveWithin<Result>(
  limitMs: number,
  query: Promise<Result>,
  fallback: Result,
): Promise<Result> {
  const timer = new AbortController();
  const timeout = setTimeout(limitMs, fallback, { signal: timer.signal, ref: false });
  const result = await Promise.race([query.catch(() => fallback), timeout]);
  timer.abort();
  return result;
}
