import { once } from 'node:events';
import { z } from 'zod';
import { report, withMax } from '../measurement.ts';
import type { Server } from '../servers.ts';

const maxPauseMs = 50;

const pauseMessageSchema = z.object({ pauseMs: z.number() });

/** Waits for the next report of an instrumented gateway. Returns the longest pause in milliseconds. */
export async function receivePause({ process }: Server): Promise<number> {
  const [message] = await once(process, 'message');
  return pauseMessageSchema.parse(message).pauseMs;
}

/** Runs a task. Returns the longest pause during it, in milliseconds. */
export async function measurePause(gateway: Server, task: () => Promise<unknown>): Promise<number> {
  gateway.process.send('start');
  await task();
  const pause = receivePause(gateway);
  gateway.process.send('stop');
  return pause;
}

export function reportPause(operation: string, pauseMs: number): void {
  const name = `${operation}: longest pause of the event loop`;
  report(withMax({ name, measured: `${pauseMs.toFixed(0)} ms` }, pauseMs, maxPauseMs, `${maxPauseMs} ms`));
}
