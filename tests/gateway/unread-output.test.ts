import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let dataDir: string;
let child: ChildProcessByStdio<null, Readable, Readable>;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
});
afterEach(() => {
  if (child.exitCode === null) child.kill('SIGKILL');
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Starts the gateway over a host that does not exist, and reads its first line. */
async function start() {
  const env = {
    ...process.env,
    NODE_ENV: '',
    PORT: '0',
    REST_API_URL: 'http://127.0.0.1:9',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    VISITOR_BUDGET: 'unlimited',
  };
  child = spawn(process.execPath, ['gateway/bin/gateway.ts'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exit = once(child, 'exit').then(([code]) => code);
  const wrong = text(child.stderr);
  let said = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    said += chunk;
    if (said.includes('Shop')) break;
  }
  const url = /Shop +(http\S+)/.exec(said)?.[1] ?? '';
  return { url, exit, wrong };
}

/** Requests products that cannot be fetched, each of which causes a long log line. */
async function ask(url: string): Promise<unknown> {
  const products = Array.from({ length: 20 }, (_, at) => `p${at}: product(id: "${at}") { id }`);
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ ${products.join(' ')} }` }),
  });
  return answer.json();
}

describe('a gateway whose output', () => {
  it('is closed by the reader after the first line keeps running and stops cleanly', async () => {
    const { url, exit, wrong } = await start();
    child.stdout.destroy();
    for (let asked = 0; asked < 3; asked += 1) expect(await ask(url)).toHaveProperty('errors');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(await wrong).toBe('');
  });

  it('is not read any more keeps running and stops cleanly', async () => {
    const { url, exit, wrong } = await start();
    child.stdout.pause();
    // About 20 kB each: together more than the buffer of a pipe.
    for (let asked = 0; asked < 30; asked += 1) expect(await ask(url)).toHaveProperty('errors');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(await wrong).toBe('');
  });
});
