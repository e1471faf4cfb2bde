import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { onProcessor } from './servers.ts';

const call = z.object({
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
});

/** What a load generator is to do, over `connections` kept-alive connections. */
export const loadOrder = z.object({
  url: z.string(),
  connections: z.int().positive(),
  calls: z.array(call).min(1),
  /** Repeats the calls for so long, in milliseconds; absent: each call once. */
  duration: z.number().optional(),
});
export type LoadOrder = z.output<typeof loadOrder>;

/** What came of it; times in milliseconds. */
export const loadResult = z.object({
  /** Whole answers a second. */
  rate: z.number(),
  /** How many answers had each status; `failed` had none. */
  statuses: z.record(z.string(), z.int()),
  median: z.number(),
  p99: z.number(),
  longest: z.number(),
});
export type LoadResult = z.output<typeof loadResult>;

/** Puts a load on a server from a process of its own, which may have the second processor alone. */
export async function load(order: LoadOrder, isPinned = false): Promise<LoadResult> {
  const generator = fork(
    path.join(import.meta.dirname, 'load-generator.ts'),
    [],
    isPinned ? onProcessor(1) : {},
  );
  generator.send(order);
  const ended = once(generator, 'close');
  const result = await Promise.race([
    once(generator, 'message').then(([message]) => loadResult.parse(message)),
    ended.then(([code]) => {
      throw new Error(`The load generator ended with ${code}.`);
    }),
  ]);
  await ended;
  return result;
}
