import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { environment } from '#tests/rest-api/service.ts';
import { stopProcess, waitForFirstMessage } from '../child-process.ts';
import { findOnPath } from '../external-programs.ts';

/** A server in its own process. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** With several processors and `taskset`, a server and its load generator can each get their own processor. */
export const canPin = availableParallelism() > 1 && findOnPath('taskset') !== undefined;

/** Returns the options that start Node.js on one processor only, if that is possible. */
export function createPinningOptions(processor: 0 | 1): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  if (!canPin) return { execArgv: [] };
  return { execPath: 'taskset', execArgv: ['--cpu-list', String(processor), process.execPath] };
}

interface ServerOptions {
  settings?: Record<string, string>;
  /** The input of the server, sent to it as a message. */
  input?: object;
  /** Confines the server to one processor. */
  processor?: 0 | 1;
  /** Options of Node.js. */
  nodeOptions?: readonly string[];
}

/** Starts a program that sends its URL as the first message. */
export async function startServer(
  file: string,
  { settings = {}, input, processor, nodeOptions = [] }: ServerOptions = {},
): Promise<Server> {
  const { execArgv = [], ...execution } = processor === undefined ? {} : createPinningOptions(processor);
  const child = fork(file, [], {
    env: { ...environment, ...settings },
    ...execution,
    execArgv: [...execArgv, ...nodeOptions],
  });
  if (input !== undefined) child.send(input);
  return {
    url: z.string().parse(await waitForFirstMessage(child)),
    pid: child.pid ?? 0,
    process: child,
    stop: () => stopProcess(child),
  };
}
