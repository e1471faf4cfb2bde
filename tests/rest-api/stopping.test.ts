import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { beforeAll, expect, test, vi } from 'vitest';
import { callsTo, productSchema, register, shipmentOf } from './calls.ts';
import { makeCatalogueDirectory } from './data-directories.ts';
import { environment, main, removeDataDirectory, startService } from './service.ts';

// Each test starts one or two processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let directory: string;

/** Starts the service as `npm start` does, prints `ready`, and passes file descriptor 3 on to the service. */
const starterSource = `
  import { fork } from 'node:child_process';
  const service = fork(${JSON.stringify(main)}, [], { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 3, 'ipc'] });
  service.once('message', ({ type }) => process.stdout.write(type));
`;

/** Polls often, since most changes come soon, but waits long enough for a busy machine. */
const pollOptions = { interval: 5, timeout: 25_000 };

beforeAll(async () => {
  directory = await makeCatalogueDirectory();
  return () => removeDataDirectory(directory);
});

const start = () => startService({ DATA_DIR: directory });

test('SIGTERM lets running requests finish, and the exit code is 0', async () => {
  const service = await start();
  const call = callsTo(service.url);
  const user = await register(call);
  const body = JSON.stringify(shipmentOf(user, [{ productId: 1, quantity: 1 }]));
  const slow = request(`${service.url}/createShipment`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
  });
  slow.write(body.slice(0, 100));
  // Once a later request has a response, the first part of the body has arrived.
  await call('GET /health/ready');
  const stopped = service.stop();
  await expect.poll(service.output, pollOptions).toContain('"msg":"stopping"');
  const responded = once(slow, 'response');
  slow.end(body.slice(100));
  const [response] = await responded;
  expect(response.statusCode).toBe(201);
  expect(await json(response)).toMatchObject({ orderId: expect.any(String) });
  expect(await stopped).toBe(0);
});

test('the service stops when its parent process is killed, even though its log has no reader', async () => {
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', starterSource], {
    env: { ...environment, DATA_DIR: directory, REST_API_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const [, started, , shared] = starter.stdio;
  if (!(started instanceof Readable && shared instanceof Readable)) throw new Error('There are no pipes.');
  expect(await once(started.setEncoding('utf8'), 'data')).toEqual(['ready']);
  // The shared pipe closes when the last process that has it open ends, which is the service.
  const ended = once(shared.resume(), 'end');
  starter.kill('SIGKILL');
  await ended;
  const next = await start();
  expect(await next.stop()).toBe(0);
});

test.skipIf(process.platform === 'win32')(
  'an import that stops sending does not delay the shutdown and changes nothing',
  async () => {
    const service = await start();
    const sending = request({ socketPath: path.join(directory, 'import.sock'), method: 'POST', path: '/' });
    sending.on('error', () => undefined);
    sending.write(`${JSON.stringify({ replace: true, total: 1 })}\n`);
    const [response] = await once(sending, 'response');
    response.on('error', () => undefined).resume();
    expect(await service.stop()).toBe(0);
    const next = await start();
    const first = await callsTo(next.url)('GET /getproductbyid/1');
    expect(productSchema.parse(first.body).productName).toBe('Letters from a Well');
    expect(await next.stop()).toBe(0);
  },
);
