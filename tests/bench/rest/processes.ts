import { fork } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { environment, main } from '#tests/rest-api/service.ts';
import { end, firstMessage, type Server, startServer } from '../servers.ts';

/** Our service, whose log goes to a file as in operation. */
export interface Service extends Server {
  /** The service's own time for each answered request so far, in milliseconds. */
  served(): readonly Served[];
}

const served = z.object({
  method: z.string(),
  route: z.string().optional(),
  status: z.union([z.int(), z.string()]),
  milliseconds: z.number(),
});
export type Served = z.output<typeof served>;

export async function startService(directory: string, settings: Record<string, string>): Promise<Service> {
  const log = path.join(directory, 'log');
  const file = openSync(log, 'a');
  const child = fork(main, [], {
    env: { ...environment, REST_API_PORT: '0', DATA_DIR: directory, ...settings },
    execArgv: [],
    stdio: ['ignore', 'ignore', file, 'ipc'],
  });
  const url = z.object({ url: z.string() }).parse(await firstMessage(child)).url;
  return {
    url,
    pid: child.pid ?? 0,
    process: child,
    stop: () => end(child),
    served: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .flatMap((line) => {
          const read = line.includes('"milliseconds"') ? served.safeParse(JSON.parse(line)) : undefined;
          return read?.success ? [read.data] : [];
        }),
  };
}

/** A bare Express that answers these bodies, by path, from memory. */
export function startBareExpress(bodies: Readonly<Record<string, string>>): Promise<Server> {
  return startServer(path.join(import.meta.dirname, 'bare-express.ts'), { order: bodies });
}
