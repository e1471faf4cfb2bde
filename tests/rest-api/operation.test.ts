import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { get } from 'node:https';
import path from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeCertificate } from '../certificate.ts';
import { openssl } from '../real-parts.ts';
import { callsTo, newRegistration, register, shipmentOf, userShape } from './calls.ts';
import { testCatalogue } from './engines.ts';
import { importCatalogue } from './import-command.ts';
import { postgresqlPrograms, startPostgresql } from './postgresql.ts';
import {
  environment,
  failureToStart,
  main,
  makeDataDirectory,
  removeDataDirectory,
  startService,
} from './service.ts';

let directory: string;

/** Starts the service as `npm start` does, says when it is ready, and shares its file descriptor 3 with it. */
const starterSource = `
  import { fork } from 'node:child_process';
  const service = fork(${JSON.stringify(main)}, [], { execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 3, 'ipc'] });
  service.once('message', ({ type }) => process.stdout.write(type));
`;

/** For what happens soon, or later on a busy machine. */
const patience = { interval: 5, timeout: 25_000 };

beforeAll(async () => {
  directory = await makeDataDirectory();
  await importCatalogue([testCatalogue], { DATA_DIR: directory });
  return () => removeDataDirectory(directory);
});

const start = (settings: Record<string, string> = {}) => startService({ DATA_DIR: directory, ...settings });

describe('the embedded database', () => {
  test('opens for one process at a time, and the second is told who has it', async () => {
    const first = await start();
    const failure = await failureToStart({ DATA_DIR: directory });
    expect(failure.exitCode).toBe(1);
    expect(failure.output).toBe(
      `DATA_DIR=${directory}: process ${first.process.pid} has this database open; stop it or name another folder\n`,
    );
    expect(await first.stop()).toBe(0);
  });

  test('killed in mid-write it comes up again with every acknowledged row', async () => {
    const acknowledged = new Set<number>();
    for (let round = 0; round < 3; round += 1) {
      const service = await start();
      const call = callsTo(service.url);
      let isKilled = false;
      const write = async () => {
        while (!isKilled) {
          const answer = await call('POST /addUser', { body: newRegistration() });
          acknowledged.add(userShape.parse(answer.body).id);
        }
      };
      const writers = Promise.allSettled([write(), write(), write()]);
      const wanted = acknowledged.size + 15;
      await expect.poll(() => acknowledged.size, patience).toBeGreaterThan(wanted);
      await service.kill();
      isKilled = true;
      await writers;
    }
    const service = await start();
    const call = callsTo(service.url);
    for (const id of acknowledged) expect((await call(`GET /getUserById/${id}`)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  }, 60_000);

  test('a lock whose process number went to another process is taken over', async () => {
    const lock = { processId: 1, startedAt: 'another boot 1' };
    writeFileSync(path.join(directory, 'rest-api.lock'), JSON.stringify(lock));
    const service = await start();
    expect(await service.stop()).toBe(0);
  });
});

describe.skipIf(postgresqlPrograms === undefined)('on PostgreSQL', () => {
  test('a database that goes away is a 503, not ready, and comes back without a restart', async () => {
    const server = await startPostgresql(postgresqlPrograms ?? '');
    const service = await start({ DATABASE_URL: await server.createDatabase('shop') });
    const call = callsTo(service.url);
    const user = await register(call);
    await server.interrupt();
    const [read, ready, live] = [
      await call(`GET /getUserById/${user.id}`),
      await call('GET /health/ready'),
      await call('GET /health/live'),
    ];
    expect([read.status, ready.status, live.status]).toEqual([503, 503, 200]);
    await server.resume();
    await expect.poll(async () => (await call(`GET /getUserById/${user.id}`)).body, patience).toEqual(user);
    expect(await service.stop()).toBe(0);
    await server.stop();
  });

  test('four instances that start at once on an empty database all come up', async () => {
    const server = await startPostgresql(postgresqlPrograms ?? '');
    const DATABASE_URL = await server.createDatabase('shop');
    const services = await Promise.all([1, 2, 3, 4].map(() => start({ DATABASE_URL })));
    const [first, second] = services.map(({ url }) => callsTo(url));
    const user = await register(first ?? callsTo(''));
    expect((await second?.(`GET /getUserById/${user.id}`))?.body).toEqual(user);
    expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0, 0, 0]);
    await server.stop();
  });

  test('a database that a later version has changed is refused', async () => {
    const server = await startPostgresql(postgresqlPrograms ?? '');
    const DATABASE_URL = await server.createDatabase('shop');
    await (await start({ DATABASE_URL })).stop();
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    await client.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)",
    );
    await client.end();
    const failure = await failureToStart({ DATA_DIR: directory, DATABASE_URL });
    expect(failure.exitCode).toBe(1);
    expect(failure.output).toContain('a later version has changed this database; start that version');
    await server.stop();
  });
});

describe('stopping', () => {
  test('SIGTERM lets a request that runs come to its end, and exits with 0', async () => {
    const service = await start();
    const call = callsTo(service.url);
    const user = await register(call);
    const body = JSON.stringify(shipmentOf(user, [{ productId: 1, quantity: 1 }]));
    const slow = request(`${service.url}/createShipment`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    });
    slow.write(body.slice(0, 100));
    // The first half has arrived when a later request has been answered.
    await call('GET /health/ready');
    const stopped = service.stop();
    await expect.poll(service.output, patience).toContain('"msg":"stopping"');
    const answered = once(slow, 'response');
    slow.end(body.slice(100));
    const [response] = await answered;
    expect(response.statusCode).toBe(201);
    expect(await json(response)).toMatchObject({ orderId: expect.any(String) });
    expect(await stopped).toBe(0);
  });

  test('it stops by itself when the process that started it is killed, with nobody to read its log', async () => {
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', starterSource], {
      env: { ...environment, DATA_DIR: directory, REST_API_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    });
    const [, started, , shared] = starter.stdio;
    if (!(started instanceof Readable && shared instanceof Readable)) throw new Error('There are no pipes.');
    expect(await once(started.setEncoding('utf8'), 'data')).toEqual(['ready']);
    // The shared pipe ends when its last holder does, which is the service.
    const ended = once(shared.resume(), 'end');
    starter.kill('SIGKILL');
    await ended;
    const next = await start();
    expect(await next.stop()).toBe(0);
  });
});

test('the log is one JSON object per line and holds no personal data', async () => {
  const service = await start();
  const call = callsTo(service.url);
  const user = await register(call);
  await call(`GET /getUserBycontact?contact=${user.contact}`);
  await call(`GET /OrdersByUserEmail?email=${user.email}`);
  await call('POST /addUser', { body: { ...newRegistration(), contact: user.contact } });
  await service.stop();
  const lines = service
    .output()
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('The REST service listens'));
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ service: 'rest-api' });
  expect(lines.length).toBeGreaterThan(4);
  for (const secret of [user.contact, user.email, user.username, 'a good password', 'Test Lane']) {
    expect(service.output()).not.toContain(secret);
  }
});

test.skipIf(openssl.find() === undefined)('with a certificate and its key it speaks HTTPS', async () => {
  const { certificate, key } = makeCertificate(directory);
  const service = await start({ TLS_CERT: certificate, TLS_KEY: key });
  expect(service.url).toMatch(/^https:/);
  const asked = get(`${service.url}/health/ready`, { ca: readFileSync(certificate), agent: false });
  const [response] = await once(asked, 'response');
  expect([response.statusCode, await json(response)]).toEqual([200, { status: 'ok' }]);
  expect(await service.stop()).toBe(0);
});
