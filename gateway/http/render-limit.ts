import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { ConcurrencyLimit } from '../concurrency/concurrency-limit.ts';

/** How many pages may be rendered concurrently, and how many may wait in the queue and for how long. */
export interface RenderLimits {
  maxConcurrent: number;
  maxQueued: number;
  maxWaitMs: number;
}

/**
 * A page takes one to two megabytes while it waits for its data. A full queue is rendered within two
 * seconds on one core, unless the REST host is slow.
 */
export const renderLimits: RenderLimits = { maxConcurrent: 32, maxQueued: 100, maxWaitMs: 5000 };

/** Renders a page as soon as a slot is free, unless the signal is aborted first. */
export type LimitRendering = <Result>(render: () => Promise<Result>, signal: AbortSignal) => Promise<Result>;

/**
 * Limits how many pages are rendered concurrently. Starts at most one rendering per turn of the event loop,
 * so that other requests are served in between.
 *
 * The returned function throws {QueueFullError} if the queue is full or no slot becomes free in time.
 */
export function createRenderLimiter({ maxConcurrent, maxQueued, maxWaitMs }: RenderLimits): LimitRendering {
  const limit = new ConcurrencyLimit(maxConcurrent, maxQueued, maxWaitMs);
  let lastStart = Promise.resolve();
  return (render, signal) =>
    limit.run(async () => {
      lastStart = lastStart.then(() => nextEventLoopTurn());
      await lastStart;
      return render();
    }, signal);
}
