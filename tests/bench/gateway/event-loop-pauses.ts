import { once } from 'node:events';
import { z } from 'zod';
import { report } from '../measurement.ts';
import type { Server } from '../servers.ts';

const maxPauseMs = 50;

const pauseMessage = z.object({ maxPauseMs: z.number() });

/** The longest pause, in milliseconds, that an instrumented gateway reports next. */
export async function nextPause({ process }: Server): Promise<number> {
  const [message] = await once(process, 'message');
  return pauseMessage.parse(message).maxPauseMs;
}

/** The longest pause, in milliseconds, while a task runs. */
export async function measurePause(gateway: Server, task: () => Promise<unknown>): Promise<number> {
  gateway.process.send('start');
  await task();
  const pause = nextPause(gateway);
  gateway.process.send('stop');
  return pause;
}

/** Reports the longest pause that was measured. */
export function reportPause(name: string, pauseMs: number): void {
  report({
    name: `${name}: longest pause of the event loop`,
    measured: `${pauseMs.toFixed(0)} ms`,
    limit: `at most ${maxPauseMs} ms`,
    isMet: pauseMs <= maxPauseMs,
  });
}
