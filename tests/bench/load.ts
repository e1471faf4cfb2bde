import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { z } from 'zod';
import { waitForFirstMessage } from '../child-process.ts';
import { createPinningOptions } from './servers.ts';

const callSchema = z.object({
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
});

/** The options of a load generator. Connections are kept alive. */
export const loadOptionsSchema = z.object({
  url: z.string(),
  connections: z.int().positive(),
  calls: z.array(callSchema).min(1),
  /** How long to repeat the calls. If omitted, each call is made once. */
  durationMs: z.number().optional(),
});
export type LoadOptions = z.output<typeof loadOptionsSchema>;

/** The results of a load generator. `median`, `p99` and `max` are response times in milliseconds. */
const loadResultSchema = z.object({
  /** Requests per second, including failed ones. */
  rate: z.number(),
  /** The number of requests by the result of `LoadConnection.send`: a status or `failed`. */
  statuses: z.record(z.string(), z.int()),
  median: z.number(),
  p99: z.number(),
  max: z.number(),
});
export type LoadResult = z.output<typeof loadResultSchema>;

/**
 * Generates load on a server from a separate process. `isPinned` confines that process to the second processor, if that
 * is possible.
 */
export async function runLoad(options: LoadOptions, isPinned = false): Promise<LoadResult> {
  const generator = fork(
    path.join(import.meta.dirname, 'load-generator.ts'),
    [],
    isPinned ? createPinningOptions(1) : {},
  );
  generator.send(options);
  const closed = once(generator, 'close');
  const result = loadResultSchema.parse(await waitForFirstMessage(generator));
  await closed;
  return result;
}
