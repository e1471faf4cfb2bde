import { fork } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { environment, main } from '#tests/rest-api/service.ts';
import { stopProcess, waitForFirstMessage } from '../../child-process.ts';
import { type Server, startServer } from '../servers.ts';

/** The REST service. It logs to a file, as with `npm start`. */
export interface Service extends Server {
  /** Returns the requests in the log file so far. */
  readLoggedRequests(): readonly z.output<typeof loggedRequestSchema>[];
}

const loggedRequestSchema = z.object({
  route: z.string().optional(),
  status: z.union([z.int(), z.string()]),
  milliseconds: z.number(),
});

export async function startService(directory: string, settings: Record<string, string>): Promise<Service> {
  const log = path.join(directory, 'log');
  const file = openSync(log, 'w');
  const child = fork(main, [], {
    env: { ...environment, REST_API_PORT: '0', DATA_DIR: directory, ...settings },
    execArgv: [],
    stdio: ['ignore', 'ignore', file, 'ipc'],
  });
  const url = z.object({ url: z.string() }).parse(await waitForFirstMessage(child)).url;
  return {
    url,
    pid: child.pid ?? 0,
    process: child,
    stop: () => stopProcess(child),
    readLoggedRequests: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"milliseconds"'))
        .flatMap((line) => loggedRequestSchema.safeParse(JSON.parse(line)).data ?? []),
  };
}

/** Starts a bare Express server that sends the given bodies from memory. Their keys are the paths. */
export function startBareExpress(bodies: Readonly<Record<string, string>>): Promise<Server> {
  return startServer(path.join(import.meta.dirname, 'bare-express.ts'), { input: bodies });
}
