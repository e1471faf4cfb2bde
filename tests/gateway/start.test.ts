import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startEmbeddedRestApi } from '#gateway/embedded-rest-api.ts';
import { collectOutput, stopProcess } from '#tests/child-process.ts';
import { testCatalogueFile } from '#tests/rest-api/import-command.ts';
import { postgresqlBinaryDir, startPostgresql } from '#tests/rest-api/postgresql.ts';
import { createDemoDirectory } from '#tests/rest-api/prepared-data.ts';
import { createDataDirectory } from '#tests/rest-api/service.ts';
import { runShop } from '#tests/rest-api/shop-command.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { at, createGraphQLClient, postGraphQL } from './graphql-call.ts';

// Most tests start all processes of a shop, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** The data directory of shops that are started without `DATA_DIR` in their settings. */
let defaultDataDir: string;
const otherDataDirs: string[] = [];
const running: ChildProcess[] = [];

beforeAll(async () => {
  defaultDataDir = await createDemoDirectory();
});
afterEach(async () => {
  for (const child of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
});
// Retries, because the REST service of the last test may still be stopping.
afterAll(() =>
  Promise.all(
    [defaultDataDir, ...otherDataDirs].map((name) =>
      rm(name, { recursive: true, force: true, maxRetries: 20 }),
    ),
  ),
);

/** Runs the entry point of `npm start` on free ports. */
function launchShop(settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['gateway/bin/start.ts'], {
    env: {
      ...process.env,
      NODE_ENV: '',
      PORT: '0',
      REST_API_PORT: '0',
      DATA_DIR: defaultDataDir,
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let standardOutput = '';
  let standardError = '';
  child.stdout.on('data', (chunk) => {
    standardOutput += chunk;
  });
  child.stderr.on('data', (chunk) => {
    standardError += chunk;
  });
  // Output may arrive after the process has exited.
  const exit = once(child, 'close').then(([code]) => ({ code, standardError }));
  return { child, exit, output: () => ({ standardOutput, standardError }) };
}

/** Starts the whole shop and waits until it has printed its URLs. */
async function startShop(settings: Record<string, string> = {}) {
  const { child, exit, output } = launchShop(settings);
  const printed = () => output().standardOutput + output().standardError;
  await expect.poll(printed, { timeout: 60_000, interval: 100 }).toMatch(/Sign in .*\n\n$/);
  const { standardOutput } = output();
  const findUrl = (name: string) => new RegExp(`${name} +(http\\S+)`).exec(standardOutput)?.[1] ?? '';
  return { child, exit, standardOutput, shop: findUrl('Shop'), rest: findUrl('REST') };
}

/** The process id of the REST service, from the lock file in its directory. */
async function readRestProcessId(): Promise<number> {
  const { processId } = JSON.parse(await readFile(path.join(defaultDataDir, 'rest-api.lock'), 'utf8'));
  return Number(processId);
}

describe('the shop', () => {
  it('starts with one command, serves pages with books, and stops cleanly', async () => {
    const newDataDir = await createDataDirectory();
    otherDataDirs.push(newDataDir);
    const { child, exit, standardOutput, shop, rest } = await startShop({ DATA_DIR: newDataDir });
    expect(standardOutput).toContain('the first start creates the database');
    expect(standardOutput).toMatch(/Sign in +contact \d{10}, password \S+/);
    const page = await (await fetch(`${shop}/product`)).text();
    const response = await postGraphQL(shop, { query: '{ products(first: 1) { nodes { name } } }' });
    const { data } = await response.json();
    expect(page).toContain(data.products.nodes[0].name);
    expect((await fetch(`${rest}/health/live`)).status).toBe(200);
    child.kill('SIGINT');
    expect(await exit).toEqual({ code: 0, standardError: '' });
    await expect(fetch(`${rest}/health/live`)).rejects.toThrow();
  });

  it('renders a page that is requested for the first time while no module can be loaded', async () => {
    const outageFile = path.join(await createTemporaryFolder(), 'outage');
    // Node.js loads this module first. While the file exists, loading any other module fails.
    const module = `import { existsSync } from 'node:fs';
      import { registerHooks } from 'node:module';
      registerHooks({
        load(url, context, nextLoad) {
          if (existsSync(${JSON.stringify(outageFile)})) throw new Error('EMFILE: too many open files');
          return nextLoad(url, context);
        },
      });`;
    const { shop } = await startShop({
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}`,
    });
    const readStatus = async (page: string) => (await fetch(shop + page)).status;
    // Loads what all pages have in common.
    expect(await readStatus('/')).toBe(200);
    await writeFile(outageFile, '');
    expect(await readStatus('/faq')).toBe(200);
  });

  it('is not ready after a signal, but serves requests; a second signal stops it before SHUTDOWN_DELAY_SECONDS have passed', async () => {
    const { child, exit, shop } = await startShop({ SHUTDOWN_DELAY_SECONDS: '300' });
    const readStatus = async () => {
      const response = await fetch(`${shop}/health/ready`);
      return [response.status, (await response.json()).status];
    };
    expect(await readStatus()).toEqual([200, 'ready']);
    child.kill('SIGTERM');
    await expect.poll(readStatus).toEqual([503, 'closing']);
    const response = await postGraphQL(shop, { query: '{ products(first: 1) { nodes { name } } }' });
    expect(await response.json()).toHaveProperty(['data', 'products', 'nodes', 0, 'name']);
    child.kill('SIGTERM');
    expect(await exit).toEqual({ code: 0, standardError: '' });
  });

  it('completes running requests if its terminal is closed, even if the shell and the kernel each send a signal', async () => {
    const { child, exit, shop } = await startShop();
    const headers = { 'content-type': 'application/json', expect: '100-continue' };
    const openRequest = request(`${shop}/graphql`, { method: 'POST', headers });
    const responded = once(openRequest, 'response').then(([response]) => response.resume().statusCode);
    openRequest.flushHeaders();
    await once(openRequest, 'continue');
    child.kill('SIGHUP');
    const isRefused = () =>
      fetch(`${shop}/health/live`).then(
        () => false,
        () => true,
      );
    await expect.poll(isRefused).toBe(true);
    child.kill('SIGHUP');
    openRequest.end('{"query":"{ __typename }"}');
    expect(await responded).toBe(200);
    expect(await exit).toEqual({ code: 0, standardError: '' });
  });

  it('stops SHUTDOWN_DELAY_SECONDS after a signal', async () => {
    const { child, exit } = await startShop({ SHUTDOWN_DELAY_SECONDS: '1' });
    const signalledAt = performance.now();
    child.kill('SIGTERM');
    expect(await exit).toEqual({ code: 0, standardError: '' });
    expect(performance.now() - signalledAt).toBeGreaterThan(1000);
  });

  // On Linux, every address of 127.0.0.0/8 belongs to this machine. 127.0.0.2 represents another network interface.
  it.skipIf(process.platform !== 'linux')(
    'listens on the address in HOST only, and the REST service on 127.0.0.1 only',
    async () => {
      const { shop, rest } = await startShop({ HOST: '127.0.0.2' });
      const isReachable = (url: string) =>
        fetch(url).then(
          ({ status }) => status === 200,
          () => false,
        );
      const withHost = (url: string, host: string) => url.replace(new URL(url).hostname, host);
      expect(shop).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
      expect(rest).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(await isReachable(`${shop}/health/live`)).toBe(true);
      expect(await isReachable(`${withHost(shop, '127.0.0.1')}/health/live`)).toBe(false);
      expect(await isReachable(`${withHost(rest, '127.0.0.2')}/health/live`)).toBe(false);
    },
  );

  it('prevents another start with its data directory, and exits with code 1 if its REST service dies, each with a one-line message', async () => {
    const { exit } = await startShop();
    const processId = await readRestProcessId();
    const log = path.join(defaultDataDir, 'rest-api.log');
    // The other start must not truncate the log of the running shop.
    await appendFile(log, 'a line of the running shop\n');
    expect(await launchShop().exit).toEqual({
      code: 1,
      standardError: `DATA_DIR=${defaultDataDir}: process ${processId} has this database open; stop it or use another directory\n`,
    });
    expect(await readFile(log, 'utf8')).toContain('a line of the running shop');
    process.kill(processId, 'SIGKILL');
    const { code, standardError } = await exit;
    expect(code).toBe(1);
    expect(standardError).toMatch(
      /^The REST service stopped unexpectedly: it ended with SIGKILL; see .*rest-api\.log\.\n$/,
    );
  });

  it.skipIf(postgresqlBinaryDir === undefined)(
    'exits with code 1 and says why if it cannot prepare the PostgreSQL database',
    async () => {
      const server = await startPostgresql(postgresqlBinaryDir ?? '');
      onTestFinished(() => server.stop());
      const url = await server.createDatabase('readonly');
      const { code, standardError } = await launchShop({
        DATABASE_URL: `${url}?options=-c%20default_transaction_read_only%3Don`,
        LOG_LEVEL: 'info',
      }).exit;
      expect(standardError).toMatch(/^[^\n]*in a read-only transaction[^\n]*\n$/);
      expect(code).toBe(1);
    },
  );

  it.each([
    ['a catalogue is imported', ['catalogue', 'import', testCatalogueFile]],
    ['the demo is removed', ['demo', 'remove', '--yes']],
  ])('offers the demo payment only until %s', async (_, command) => {
    const settings = { DATA_DIR: await createDemoDirectory() };
    otherDataDirs.push(settings.DATA_DIR);
    const { shop } = await startShop(settings);
    const graphql = createGraphQLClient(shop);
    const listOptions = async () =>
      at((await graphql('{ paymentOptions { method } }')).data, 'paymentOptions');
    const [online, onDelivery] = [{ method: 'ONLINE' }, { method: 'CASH_ON_DELIVERY' }];
    expect(await listOptions()).toEqual([online, onDelivery]);
    expect(await runShop(settings, ...command)).toMatchObject({ exitCode: 0, stderr: '' });
    await expect.poll(listOptions).toEqual([onDelivery]);
  });

  it('does not leak exit listeners when its REST service stops', async () => {
    const listenerCount = process.listenerCount('exit');
    const restApi = await startEmbeddedRestApi(defaultDataDir, { REST_API_PORT: '0', LOG_LEVEL: 'silent' });
    await restApi.stop();
    expect(process.listenerCount('exit')).toBe(listenerCount);
  });

  it('leaves no REST service running after its main process has been killed', async () => {
    const { child, rest } = await startShop();
    child.kill('SIGKILL');
    const isRunning = async () => (await fetch(`${rest}/health/live`).catch(() => null)) !== null;
    await expect.poll(isRunning).toBe(false);
  });
});

it('a gateway in production writes only JSON lines, with times in ISO 8601, from its start to its end', async () => {
  const dataDir = await createDataDirectory();
  otherDataDirs.push(dataDir);
  const child = spawn(process.execPath, ['gateway/bin/gateway.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SESSION_SECRET: 's'.repeat(32),
      REST_API_URL: 'http://127.0.0.1:9',
      PORT: '0',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  const output = collectOutput(child);
  await expect.poll(output, { timeout: 60_000 }).toMatch(/http:\/\/localhost:\d+\/graphql/);
  await stopProcess(child);
  const lines = output().trimEnd().split('\n');
  const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
  expect(lines.map((line) => JSON.parse(line))).toEqual(lines.map(() => expect.objectContaining({ time })));
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ msg: 'stopping' });
});
