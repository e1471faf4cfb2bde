import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { z } from 'zod';
import { collectOutput, stopProcess, waitForFirstMessage } from '../child-process.ts';
import { environment } from '../rest-api/service.ts';
import { createGraphQLClient, type SendOperation } from './graphql-call.ts';

/** A gateway in a separate process. */
export interface GatewayProcess {
  readonly url: string;
  readonly processId: number | undefined;
  graphql: SendOperation;
  /** Everything written to standard output and standard error so far. */
  output(): string;
  /** Kills the process without letting it clean up. */
  kill(): Promise<void>;
  /** Suspends the process until `resume`, as an overloaded machine would. */
  suspend(): void;
  resume(): void;
  /** Kills the process and removes its temporary data directory. */
  stop(): Promise<void>;
}

/** Starts a gateway from this repository, or from a copy of it, on a free port and waits until it listens. */
export async function startGatewayProcess(
  settings: Record<string, string>,
  script = path.join(import.meta.dirname, 'gateway-main.ts'),
): Promise<GatewayProcess> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
  const child = fork(script, [], {
    env: { ...environment, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = collectOutput(child);
  const url = z.string().parse(await waitForFirstMessage(child, output));
  const kill = () => stopProcess(child, 'SIGKILL');
  return {
    url,
    processId: child.pid,
    graphql: createGraphQLClient(url),
    output,
    kill,
    suspend: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    async stop() {
      await kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until a gateway has loaded its catalogue. */
export async function waitUntilReady({ url }: GatewayProcess): Promise<void> {
  const isReady = async () => (await fetch(`${url}/health/ready`)).status === 200;
  await vi.waitUntil(isReady, { timeout: 20_000 });
}
