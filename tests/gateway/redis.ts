import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { stopProcess, waitForOutput } from '../child-process.ts';
import { redisServer } from '../external-programs.ts';
import { findFreePort } from '../listen.ts';

/** A Redis server for tests. Its data survives a restart. */
export interface RedisServer {
  readonly url: string;
  /** Stops the server but keeps its data, as for an upgrade. */
  stop(): Promise<void>;
  /** Starts the server after `stop`, or for the first time if `autoStart` is false. */
  start(): Promise<void>;
  /** Changes the value of a setting. */
  configure(name: string, value: string): Promise<void>;
  /** Suspends the process: connections stay open, but commands get no reply until `resume`. */
  suspend(): void;
  resume(): void;
  /** Stops the server and removes its data. */
  remove(): Promise<void>;
}

/** The path of the Redis server program; undefined if it is not installed. */
export const redisServerPath = redisServer.find();

/** Options of a Redis server. */
interface RedisOptions {
  password?: string;
  /** Paths of a certificate and its key. With them, the server accepts TLS connections only. */
  tls?: { certificate: string; key: string };
  /** If false, the server does not run until `start` is called. */
  autoStart?: boolean;
}

/** Sets up a server with an empty database on a free port, and starts it unless `autoStart` is false. */
export async function setUpRedis({
  password,
  tls,
  autoStart = true,
}: RedisOptions = {}): Promise<RedisServer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'gw-redis-'));
  // `CONFIG REWRITE` needs a configuration file.
  const configFile = path.join(directory, 'redis.conf');
  await writeFile(configFile, '');
  const port = String(await findFreePort());
  const portArguments =
    tls === undefined
      ? ['--port', port]
      : ['--port', '0', '--tls-port', port, '--tls-auth-clients', 'no']
          .concat(['--tls-cert-file', tls.certificate, '--tls-key-file', tls.key])
          .concat(['--tls-ca-cert-file', tls.certificate]);
  const storageArguments = ['--bind', '127.0.0.1', '--dir', directory, '--appendonly', 'yes', '--save', ''];
  const passwordArguments = password === undefined ? [] : ['--requirepass', password];
  let server: ChildProcess | undefined;
  const start = async () => {
    const serverArguments = [configFile, ...portArguments, ...storageArguments, ...passwordArguments];
    server = spawn(redisServerPath ?? '', serverArguments, { stdio: ['ignore', 'pipe', 'pipe'] });
    await waitForOutput(server, /Ready to accept connections/);
  };
  const stop = async () => {
    // A suspended process handles SIGTERM only after it has been resumed.
    server?.kill('SIGCONT');
    if (server !== undefined) await stopProcess(server);
  };
  if (autoStart) await start();
  const credentials = password === undefined ? '' : `:${password}@`;
  const url = `${tls === undefined ? 'redis' : 'rediss'}://${credentials}127.0.0.1:${port}`;
  return {
    url,
    stop,
    start,
    async configure(name, value) {
      const client = new Redis(url);
      await client.config('SET', name, value);
      client.disconnect();
    },
    suspend: () => server?.kill('SIGSTOP'),
    resume: () => server?.kill('SIGCONT'),
    async remove() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
