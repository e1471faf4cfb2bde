import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { postGraphQL } from './graphql-call.ts';

let dataDir: string;
let child: ChildProcessByStdio<null, Readable, Readable>;

beforeEach(async () => {
  dataDir = await createTemporaryFolder();
});
afterEach(() => {
  if (child.exitCode === null) child.kill('SIGKILL');
});

/** Starts a gateway whose REST host does not exist. */
function launch(program: string, args: string[]) {
  const env = {
    ...process.env,
    NODE_ENV: '',
    PORT: '0',
    REST_API_URL: 'http://127.0.0.1:9',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    VISITOR_BUDGET: 'unlimited',
  };
  child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  return { exit: once(child, 'exit').then(([code]) => code), errorOutput: text(child.stderr) };
}

/** Starts a gateway and waits until it prints its URL. */
async function start() {
  const { exit, errorOutput } = launch(process.execPath, ['gateway/bin/gateway.ts']);
  let output = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (output.includes('Shop')) break;
  }
  return { url: findUrl(output), exit, errorOutput };
}

function findUrl(output: string): string {
  return /Shop +(http\S+)/.exec(output)?.[1] ?? '';
}

/** Queries 20 products that cannot be fetched. Each product causes a long log line. */
async function queryProducts(url: string): Promise<unknown> {
  const products = Array.from({ length: 20 }, (_, index) => `p${index}: product(id: "${index}") { id }`);
  const response = await postGraphQL(url, { query: `{ ${products.join(' ')} }` });
  return response.json();
}

describe('a gateway keeps running and stops cleanly', () => {
  it('if its standard output is closed after the start', async () => {
    const { url, exit, errorOutput } = await start();
    child.stdout.destroy();
    for (let request = 0; request < 3; request += 1)
      expect(await queryProducts(url)).toHaveProperty('errors');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(await errorOutput).toBe('');
  });

  it('if its standard output is no longer read', async () => {
    const { url, exit, errorOutput } = await start();
    child.stdout.pause();
    // Each request logs more than 20 kB. Together, they log more than the buffer of a pipe can hold.
    for (let request = 0; request < 30; request += 1)
      expect(await queryProducts(url)).toHaveProperty('errors');
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(await errorOutput).toBe('');
  });

  // `ulimit -f` makes writing fail as on a full disk.
  it.skipIf(process.platform === 'win32')('if its standard output is a file on a full disk', async () => {
    const file = path.join(dataDir, 'output');
    const command = 'ulimit -f 16; exec "$0" gateway/bin/gateway.ts > "$1"';
    const { exit, errorOutput } = launch('sh', ['-c', command, process.execPath, file]);
    const readOutput = () => readFile(file, 'utf8').catch(() => '');
    await expect.poll(readOutput, { timeout: 30_000 }).toContain('REST host');
    const url = findUrl(await readOutput());
    for (let request = 0; request < 3; request += 1)
      expect(await queryProducts(url)).toHaveProperty('errors');
    const { size } = await stat(file);
    // `ulimit` counts blocks of 512 or 1,024 bytes.
    expect([16 * 512, 16 * 1024]).toContain(size);
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(await errorOutput).toBe('');
  });
});
