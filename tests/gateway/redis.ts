import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { redisServer } from '../external-programs.ts';
import { freePort } from '../free-port.ts';

/** A Redis server that the tests started for themselves. It keeps its data over an interruption. */
export interface RedisServer {
  readonly url: string;
  /** Ends it as for an update; its data stay. */
  interrupt(): Promise<void>;
  /** Starts it, again or, when it was made `down`, for the first time. */
  resume(): Promise<void>;
  /** Lets it hang, with its connections open, and go on. */
  hang(): void;
  goOn(): void;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Where Redis' server is; undefined when this machine has none. */
export const redisProgram = redisServer.find();

/** What a test may choose of its server. */
export interface RedisChosen {
  password?: string;
  /** Files of a certificate and its key: then it speaks TLS alone. */
  tls?: { certificate: string; key: string };
  /** Whether it is started only by `resume`. */
  down?: boolean;
}

/** Starts a server with data of its own on a free port. */
export async function startRedis({ password, tls, down = false }: RedisChosen = {}): Promise<RedisServer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'gw-redis-'));
  const port = String(await freePort());
  const listening =
    tls === undefined
      ? ['--port', port]
      : ['--port', '0', '--tls-port', port, '--tls-auth-clients', 'no']
          .concat(['--tls-cert-file', tls.certificate, '--tls-key-file', tls.key])
          .concat(['--tls-ca-cert-file', tls.certificate]);
  const settings = ['--bind', '127.0.0.1', '--dir', directory, '--appendonly', 'yes', '--save', ''];
  const secret = password === undefined ? [] : ['--requirepass', password];
  let server: ChildProcess | undefined;
  const resume = async () => {
    server = spawn(redisProgram ?? '', [...listening, ...settings, ...secret], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await untilReady(server);
  };
  const interrupt = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const closed = once(server, 'close');
    server.kill('SIGCONT');
    server.kill('SIGTERM');
    await closed;
  };
  if (!down) await resume();
  const login = password === undefined ? '' : `:${password}@`;
  return {
    url: `${tls === undefined ? 'redis' : 'rediss'}://${login}127.0.0.1:${port}`,
    interrupt,
    resume,
    hang: () => server?.kill('SIGSTOP'),
    goOn: () => server?.kill('SIGCONT'),
    async stop() {
      await interrupt();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function untilReady(server: ChildProcess): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('Ready to accept connections')) resolve();
    });
    server.once('exit', () => reject(new Error(`Redis did not start:\n${log}`)));
  });
}
