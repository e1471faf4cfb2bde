import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { z } from 'zod';
import { environment } from '../rest-api/service.ts';
import { createGraphQLClient, type SendOperation } from './graphql-call.ts';

/** A gateway in a separate process. */
export interface GatewayProcess {
  readonly url: string;
  graphql: SendOperation;
  /** Everything written to standard output and standard error so far. */
  output(): string;
  /** Kills it without a chance to clean up, as a power cut would. */
  kill(): Promise<void>;
  /** Suspends the process until `resume`, as an overloaded machine would. */
  suspend(): void;
  resume(): void;
  /** Kills it and removes its data. */
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
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const url = await waitForFirstMessage(child, () => output);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  };
  return {
    url,
    graphql: createGraphQLClient(url),
    output: () => output,
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

async function waitForFirstMessage(child: ChildProcess, output: () => string): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The gateway ended with ${code} before it listened:\n${output()}`);
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return z.string().parse(message);
}
