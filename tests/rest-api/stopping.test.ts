import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { beforeAll, expect, test, vi } from 'vitest';
import { createCall, createShipmentBody, productSchema, register } from './calls.ts';
import { createCatalogueDirectory } from './prepared-data.ts';
import { environment, main, pollOptions, removeDataDirectory, startService } from './service.ts';
import { runShop } from './shop-command.ts';

// Each test starts one to three processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let directory: string;

/**
 * The code of a parent process that starts the service with an IPC channel, as `npm start` does, but with pipes for its
 * output. It passes file descriptor 3 on to the service and prints `ready` once the service is ready.
 */
const parentSource = `
  import { fork } from 'node:child_process';
  const service = fork(${JSON.stringify(main)}, [], { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 3, 'ipc'] });
  service.once('message', ({ type }) => process.stdout.write(type));
`;

beforeAll(async () => {
  directory = await createCatalogueDirectory();
  return () => removeDataDirectory(directory);
});

const start = () => startService({ DATA_DIR: directory });

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s lets running requests finish, and the exit code is 0',
  async (signal) => {
    const service = await start();
    const call = createCall(service.url);
    const user = await register(call);
    const body = JSON.stringify(createShipmentBody(user));
    const slowRequest = request(`${service.url}/createShipment`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    });
    slowRequest.write(body.slice(0, 100));
    // By the time the service responds to a later request, it has received the first part of the body.
    await call('GET /health/ready');
    const exitCode = service.stop(signal);
    await expect.poll(service.output, pollOptions).toContain('"msg":"stopping"');
    const responded = once(slowRequest, 'response');
    slowRequest.end(body.slice(100));
    const [response] = await responded;
    expect(response.statusCode).toBe(201);
    expect(await json(response)).toMatchObject({ orderId: expect.any(String) });
    expect(await exitCode).toBe(0);
  },
);

test('after a signal, the service is not ready but serves requests; a second signal stops it before SHUTDOWN_DELAY_SECONDS have passed', async () => {
  const service = await startService({ DATA_DIR: directory, SHUTDOWN_DELAY_SECONDS: '300' });
  const call = createCall(service.url);
  const readStatus = async () => (await call('GET /health/ready')).status;
  expect(await readStatus()).toBe(200);
  const exitCode = service.stop();
  await expect.poll(readStatus, pollOptions).toBe(503);
  expect((await call('GET /health/live')).status).toBe(200);
  const body = createShipmentBody(await register(call));
  expect((await call('POST /createShipment', { body })).status).toBe(201);
  await service.stop();
  expect(await exitCode).toBe(0);
});

test('the service stops SHUTDOWN_DELAY_SECONDS after a signal', async () => {
  const service = await startService({ DATA_DIR: directory, SHUTDOWN_DELAY_SECONDS: '1' });
  const signalledAt = performance.now();
  expect(await service.stop()).toBe(0);
  expect(performance.now() - signalledAt).toBeGreaterThan(1000);
});

test('the service stops when its parent process is killed, even though its log has no reader', async () => {
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', parentSource], {
    env: { ...environment, DATA_DIR: directory, REST_API_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const [, stdout, , sharedPipe] = parent.stdio;
  if (!(stdout instanceof Readable && sharedPipe instanceof Readable))
    throw new Error('The parent process has no pipes.');
  expect(await once(stdout.setEncoding('utf8'), 'data')).toEqual(['ready']);
  // The shared pipe closes when the last process that has it open exits. That is the service.
  const ended = once(sharedPipe.resume(), 'end');
  parent.kill('SIGKILL');
  await ended;
  const restarted = await start();
  expect(await restarted.stop()).toBe(0);
});

/** Requests an import, but sends no products. Returns once the service waits for them. */
async function beginImport(): Promise<void> {
  const importRequest = request({
    socketPath: path.join(directory, 'admin.sock'),
    method: 'POST',
    path: '/import',
  });
  importRequest.on('error', () => undefined);
  const header = { replace: true, confirmed: true, dryRun: false, actor: 'test', total: 1 };
  importRequest.write(`${JSON.stringify(header)}\n`);
  const [response] = await once(importRequest, 'response');
  response.on('error', () => undefined).resume();
}

test.skipIf(process.platform === 'win32')(
  'an import that stops sending does not block other commands forever',
  async () => {
    // Node.js loads this module first. It shortens the time limits of requests.
    const module = `import { IncomingMessage } from 'node:http';
      const { setTimeout } = IncomingMessage.prototype;
      IncomingMessage.prototype.setTimeout = function (limitMs, listener) {
        return setTimeout.call(this, Math.min(limitMs, 100), listener);
      };`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(module)}`;
    const service = await startService({ DATA_DIR: directory, NODE_OPTIONS });
    await beginImport();
    expect((await runShop({ DATA_DIR: directory }, 'coupons', 'list')).exitCode).toBe(0);
    await expect.poll(service.output, pollOptions).toContain('The client stopped sending the import.');
    expect(await service.stop()).toBe(0);
  },
);

test.skipIf(process.platform === 'win32')(
  'an import that stops sending does not delay the shutdown and changes nothing',
  async () => {
    const service = await start();
    await beginImport();
    expect(await service.stop()).toBe(0);
    const restarted = await start();
    const product = await createCall(restarted.url)('GET /getproductbyid/1');
    expect(productSchema.parse(product.body).productName).toBe('Letters from a Well');
    expect(await restarted.stop()).toBe(0);
  },
);
