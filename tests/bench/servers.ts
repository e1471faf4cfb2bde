import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { environment } from '#tests/rest-api/service.ts';
import { onPath } from '../real-parts.ts';

/** A server in a process of its own. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Where there are several processors and `taskset`, servers and what loads them each have one of their own. */
export const canPin = availableParallelism() > 1 && onPath('taskset') !== undefined;

/** How to start Node.js on one processor alone, where that can be had. */
export function onProcessor(number: 0 | 1): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  if (!canPin) return { execArgv: [] };
  return { execPath: 'taskset', execArgv: ['--cpu-list', String(number), process.execPath] };
}

/** How to start a server. */
export interface ServerStart {
  settings?: Record<string, string>;
  /** What it works with, sent to it as a message. */
  order?: object;
  /** Whether it has the first processor alone. */
  isPinned?: boolean;
}

/** Starts a program that tells its address. */
export async function startServer(
  file: string,
  { settings = {}, order, isPinned = false }: ServerStart = {},
): Promise<Server> {
  const child = fork(file, [], {
    env: { ...environment, ...settings },
    ...(isPinned ? onProcessor(0) : { execArgv: [] }),
  });
  if (order !== undefined) child.send(order);
  return {
    url: z.string().parse(await firstMessage(child)),
    pid: child.pid ?? 0,
    process: child,
    stop: () => end(child),
  };
}

/** The first message of a child process. @throws when it ends before it sends one. */
export async function firstMessage(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${code} before it was ready.`);
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return message;
}

/** Asks a child process to end, unless it has ended, and waits for that. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
}
