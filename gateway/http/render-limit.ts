import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConcurrencyLimit, QueueFullError } from '../concurrency/concurrency-limit.ts';

/** How many pages may be rendered at once, and how many may wait for that and for how long. */
export interface RenderLimits {
  maxConcurrent: number;
  maxQueued: number;
  maxWaitMs: number;
}

/**
 * A rendering holds one to two megabytes while it waits for its data. What is queued is through within
 * two seconds on one core unless the REST host is slow.
 */
export const renderLimits: RenderLimits = { maxConcurrent: 32, maxQueued: 100, maxWaitMs: 5000 };

/** Runs a rendering when its turn comes, unless the signal ends before that. */
export type LimitRendering = <Result>(render: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/**
 * Bounds how many pages are rendered at once, and begins one in each turn of the event loop, so that
 * all other requests are answered in between.
 *
 * What it gives throws {QueueFullError} when too many wait already, or the turn does not come in time.
 */
export function limitRendering({ maxConcurrent, maxQueued, maxWaitMs }: RenderLimits): LimitRendering {
  const turnstile = new ConcurrencyLimit(maxConcurrent, maxQueued);
  let lastBegan = Promise.resolve();
  return async (render, signal) => {
    const tooLong = new AbortController();
    const timer = setTimeout(
      () => tooLong.abort(new QueueFullError(`waited ${maxWaitMs} ms to be rendered`)),
      maxWaitMs,
    );
    const begin = async () => {
      clearTimeout(timer);
      lastBegan = lastBegan.then(() => nextTurn());
      await lastBegan;
      return render();
    };
    try {
      return await turnstile.run(begin, AbortSignal.any([signal, tooLong.signal]));
    } finally {
      clearTimeout(timer);
    }
  };
}
