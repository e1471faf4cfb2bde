import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent, get as getOverHttp } from 'node:http';
import { get } from 'node:https';
import { connect } from 'node:net';
import path from 'node:path';
import { json, text } from 'node:stream/consumers';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { userRecord } from '#rest-api/shoppers/user-record.ts';
import { createCertificate } from '../certificate.ts';
import { collectOutput } from '../child-process.ts';
import { copyRepository } from '../copy-repository.ts';
import { listDocumentedMetrics, listMetrics } from '../documented-metrics.ts';
import { findOnPath, openssl } from '../external-programs.ts';
import {
  type Call,
  createCall,
  createRegistration,
  createShipmentBody,
  register,
  type User,
} from './calls.ts';
import { importCatalogue, importTestCatalogue, testCatalogueFile } from './import-command.ts';
import { startMailServer } from './mail-server.ts';
import { parseOtp, readNewestEmail } from './outbox.ts';
import { type PostgresqlServer, postgresqlBinaryDir, runSql, startPostgresql } from './postgresql.ts';
import { createCatalogueDirectory } from './prepared-data.ts';
import {
  environment,
  expectStartupError,
  main,
  pollOptions,
  removeDataDirectory,
  startService,
} from './service.ts';
import { runShop, shopMain } from './shop-command.ts';

// Some tests start several processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let directory: string;

beforeAll(async () => {
  directory = await createCatalogueDirectory();
  return () => removeDataDirectory(directory);
});

const start = (settings: Record<string, string> = {}) => startService({ DATA_DIR: directory, ...settings });

describe('the embedded database', () => {
  test('can be opened by one process at a time, and the error names that process', async () => {
    const first = await start();
    const error = await expectStartupError({ DATA_DIR: directory });
    expect(error.exitCode).toBe(1);
    expect(error.output).toBe(
      `DATA_DIR=${directory}: process ${first.process.pid} has this database open; stop it or use another directory\n`,
    );
    expect(await first.stop()).toBe(0);
  });

  test('has every acknowledged row after the service was killed while writing', async () => {
    const acknowledged = new Set<number>();
    for (let round = 0; round < 3; round += 1) {
      const service = await start();
      const call = createCall(service.url);
      let isKilled = false;
      const write = async () => {
        while (!isKilled) {
          const response = await call('POST /addUser', { body: createRegistration() });
          acknowledged.add(userRecord.parse(response.body).id);
        }
      };
      const writers = Promise.allSettled([write(), write(), write()]);
      const minAcknowledged = acknowledged.size + 15;
      await expect.poll(() => acknowledged.size, pollOptions).toBeGreaterThan(minAcknowledged);
      await service.kill();
      isKilled = true;
      await writers;
    }
    const service = await start();
    const call = createCall(service.url);
    for (const id of acknowledged) expect((await call(`GET /getUserById/${id}`)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  describe('on a disk that is nearly full', () => {
    // Node.js loads this module first. While the file exists, the disk seems to be full.
    const getSettings = (fullDiskFile: string) => {
      const module = `import fs from 'node:fs';
        import { syncBuiltinESMExports } from 'node:module';
        fs.statfsSync = () => ({ bavail: fs.existsSync(${JSON.stringify(fullDiskFile)}) ? 12 : 1000, bsize: 1e6 });
        syncBuiltinESMExports();`;
      return {
        DATA_DIR: directory,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}`,
      };
    };
    const reason = 'the disk is full: only 12 MB are free, and the database needs 64 MB';

    test('rejects writes but not reads, until there is space again', async () => {
      const fullDiskFile = path.join(directory, 'full-disk');
      const service = await startService(getSettings(fullDiskFile));
      const call = createCall(service.url);
      const { id } = await register(call);
      const rename = () => call(`PUT /updateUser/${id}`, { body: { username: 'Another Name' } });
      writeFileSync(fullDiskFile, '');
      expect(await rename()).toMatchObject({
        status: 507,
        body: { message: 'The disk of the database is full' },
      });
      await expect.poll(service.output, pollOptions).toContain(reason);
      for (let check = 0; check < 3; check += 1)
        expect(await call('GET /health/ready')).toMatchObject({
          status: 503,
          body: { message: `The database is read-only: ${reason}` },
        });
      expect((await call(`GET /getUserById/${id}`)).status).toBe(200);
      const shop = (...args: string[]) => runShop({ DATA_DIR: directory }, ...args);
      expect((await shop('coupons', 'add', 'FULL-DISK', '--discount', '10')).stderr).toContain(reason);
      expect((await shop('coupons', 'list')).exitCode).toBe(0);
      expect((await shop('backup', path.join(directory, 'full-disk.tar.gz'))).exitCode).toBe(0);
      await rm(fullDiskFile);
      expect((await rename()).status).toBe(200);
      expect((await call('GET /health/ready')).status).toBe(200);
      expect(await service.stop()).toBe(0);
      // Reported once, however often the readiness is checked.
      expect(service.output().split('not ready')).toHaveLength(2);
    });

    test('is not opened', async () => {
      const error = await expectStartupError(getSettings(directory));
      expect([error.exitCode, error.output]).toEqual([
        1,
        `DATA_DIR=${directory}: the database in it cannot be opened, because ${reason}\n`,
      ]);
    });
  });

  // `ulimit -f 0` makes all writes to files fail, as on a full disk.
  test.skipIf(process.platform === 'win32')(
    'can be read by a command on a disk without any free space',
    async () => {
      const service = await start();
      const command = ['-c', 'ulimit -f 0; exec "$0" "$1" coupons list', process.execPath, shopMain];
      const child = spawn('sh', command, {
        env: { ...environment, DATA_DIR: directory },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const output = collectOutput(child);
      const [exitCode] = await once(child, 'close');
      expect([exitCode, output()]).toEqual([0, 'None.\n']);
      expect(await service.stop()).toBe(0);
    },
  );

  // Like a full disk, `ulimit -f` makes PostgreSQL panic because it cannot write its write-ahead log.
  test.skipIf(process.platform === 'win32')(
    'ends the service if it cannot write its write-ahead log, and has the last acknowledged change after the next start',
    async () => {
      const first = await start();
      const { id } = await register(createCall(first.url));
      expect(await first.stop()).toBe(0);
      const command = ['-c', 'ulimit -f 4000; exec "$0" --liftoff-only "$1"', process.execPath, main];
      const child = spawn('sh', command, {
        env: { ...environment, DATA_DIR: directory, REST_API_PORT: '0' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const exit = once(child, 'exit');
      const output = collectOutput(child);
      const findUrl = () => /listening on (\S+)/.exec(output())?.[1];
      await expect.poll(findUrl, pollOptions).toBeDefined();
      const call = createCall(findUrl() ?? '');
      let acknowledged = {};
      const writeNotes = async (): Promise<never> => {
        const note = randomBytes(150_000).toString('base64');
        expect((await call(`PUT /updateUser/${id}`, { body: { note } })).status).toBe(200);
        acknowledged = { note };
        return writeNotes();
      };
      await expect(writeNotes()).rejects.toThrow('fetch failed');
      expect((await exit)[0]).toBe(1);
      expect(output()).toContain('the embedded database has failed');
      const service = await start();
      const user = await createCall(service.url)(`GET /getUserById/${id}`);
      expect(user.body).toMatchObject({ id, ...acknowledged });
      expect(await service.stop()).toBe(0);
    },
  );

  test('can be opened if the process id in its lock file now belongs to another process', async () => {
    const lock = { processId: 1, startedAt: 'another boot 1' };
    writeFileSync(path.join(directory, 'rest-api.lock'), JSON.stringify(lock));
    const service = await start();
    expect(await service.stop()).toBe(0);
  });
});

describe.skipIf(postgresqlBinaryDir === undefined)('on PostgreSQL', () => {
  let server: PostgresqlServer;

  beforeAll(async () => {
    server = await startPostgresql(postgresqlBinaryDir ?? '');
    return () => server.stop();
  });

  /** Fetches the metrics within the time that Prometheus allows by default. */
  const fetchMetrics = async ({ url }: { url: string }) =>
    (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(10_000) })).text();

  const withClient = async <Result>(
    DATABASE_URL: string,
    work: (client: pg.Client) => Promise<Result>,
  ): Promise<Result> => {
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  test('an unavailable database causes 503s until it is back, without a restart of the service', async () => {
    const service = await start({ DATABASE_URL: await server.createDatabase('unavailable') });
    const call = createCall(service.url);
    const user = await register(call);
    await server.interrupt();
    const [read, ready, live] = [
      await call(`GET /getUserById/${user.id}`),
      await call('GET /health/ready'),
      await call('GET /health/live'),
    ];
    expect([read.status, ready.status, live.status]).toEqual([503, 503, 200]);
    expect(await fetchMetrics(service)).toMatch(/^rest_api_open_enquiries Nan$/m);
    await server.resume();
    await expect
      .poll(async () => (await call(`GET /getUserById/${user.id}`)).body, pollOptions)
      .toEqual(user);
    expect(await service.stop()).toBe(0);
  });

  const fetchBackends = (client: pg.Client, condition = 'true') =>
    client
      .query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'open-bookshop-rest-api' and ${condition}`,
      )
      .then(({ rows }) => rows.map(({ pid }) => pid));

  const terminateBackends = (client: pg.Client, pids: number[]) =>
    client.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [pids]);

  const waitingCondition = "wait_event_type = 'Lock'";

  /** Executes `lock`, starts requests and calls `work` once all of them wait for the lock. Returns their statuses. */
  const runWhileWaiting = (
    DATABASE_URL: string,
    lock: string,
    startRequests: () => ReturnType<Call>[],
    work: (observer: pg.Client) => Promise<unknown>,
  ) =>
    withClient(DATABASE_URL, (client) =>
      withClient(DATABASE_URL, async (observer) => {
        await client.query('begin');
        await client.query(lock);
        const requests = startRequests();
        await expect
          .poll(() => fetchBackends(observer, waitingCondition), pollOptions)
          .toHaveLength(requests.length);
        await work(observer);
        await client.query('commit');
        return (await Promise.all(requests)).map(({ status }) => status);
      }),
    );

  /** Makes changes of users wait, but not reads. */
  const lockRows = 'select * from users for update';

  /** Starts ten writes, one per connection that the service has for transactions. */
  const startWrites = (call: Call, { id }: User) =>
    Array.from({ length: 10 }, (_, index) =>
      call(`PUT /updateUser/${id}`, { body: { username: `Reader at work ${index}` } }),
    );

  /** Starts ten writes that wait for a lock, and calls `work` once all of them wait. Returns their statuses. */
  const runWhileWritesWait = (
    DATABASE_URL: string,
    call: Call,
    user: User,
    work: (observer: pg.Client) => Promise<unknown> = async () => {},
  ) => runWhileWaiting(DATABASE_URL, lockRows, () => startWrites(call, user), work);

  const startWithUser = async (DATABASE_URL: string) => {
    const service = await start({ DATABASE_URL });
    const call = createCall(service.url);
    return { service, call, user: await register(call) };
  };

  /** Starts ten reads, one per connection that the service has for statements outside transactions. */
  const startReads = (call: Call, { id }: User) =>
    Array.from({ length: 10 }, () => call(`GET /getUserById/${id}`));

  test('while another client holds a lock, a signal stops a service that migrates the database, and another service that waits for this migration despite a lock timeout', async () => {
    const DATABASE_URL = await server.createDatabase('migrating');
    const startWithoutWaiting = () => {
      const service = spawn(process.execPath, [main], {
        env: { ...environment, DATA_DIR: directory, REST_API_PORT: '0', DATABASE_URL },
      });
      onTestFinished(() => void service.kill('SIGKILL'));
      return { service, output: collectOutput(service), exit: once(service, 'exit') };
    };
    await withClient(DATABASE_URL, (client) =>
      withClient(DATABASE_URL, async (observer) => {
        await client.query('begin; create schema drizzle');
        const migrating = startWithoutWaiting();
        await expect.poll(() => fetchBackends(observer, waitingCondition), pollOptions).toHaveLength(1);
        await observer.query("alter database migrating set lock_timeout = '1ms'");
        const waiting = startWithoutWaiting();
        await expect
          .poll(waiting.output, pollOptions)
          .toContain('waiting for another process that is migrating the database');
        await expect.poll(() => fetchBackends(observer, waitingCondition), pollOptions).toHaveLength(2);
        await observer.query('alter database migrating reset lock_timeout');
        for (const { service, exit } of [waiting, migrating]) {
          service.kill('SIGTERM');
          expect(await exit).toEqual([0, null]);
        }
        await client.query('rollback');
      }),
    );
    const service = await start({ DATABASE_URL });
    expect(await service.stop()).toBe(0);
  });

  test('a migration may take longer than the statement timeout of the database', async () => {
    const DATABASE_URL = await server.createDatabase('statement_timeout');
    await runSql(DATABASE_URL, "alter database statement_timeout set statement_timeout = '100ms'");
    await withClient(DATABASE_URL, (client) =>
      withClient(DATABASE_URL, async (observer) => {
        await client.query('begin; create schema drizzle');
        const service = start({ DATABASE_URL });
        const slowCondition = `${waitingCondition} and query_start < clock_timestamp() - interval '200 ms'`;
        await expect.poll(() => fetchBackends(observer, slowCondition), pollOptions).toHaveLength(1);
        await client.query('rollback');
        expect(await (await service).stop()).toBe(0);
      }),
    );
  });

  test('reads continue while ten changes wait for a lock, such as that of an import', async () => {
    const DATABASE_URL = await server.createDatabase('waiting');
    const { service, call, user } = await startWithUser(DATABASE_URL);
    const statuses = await runWhileWritesWait(DATABASE_URL, call, user, async () => {
      expect(await call(`GET /getUserById/${user.id}`)).toMatchObject({ status: 200, body: user });
      expect((await call('GET /getallproducts')).status).toBe(200);
    });
    expect(statuses).toEqual(Array(10).fill(200));
    expect(await service.stop()).toBe(0);
  });

  test('concurrent changes of one record succeed even if transactions are serializable by default', async () => {
    const DATABASE_URL = await server.createDatabase('serializable');
    await runSql(
      DATABASE_URL,
      `alter database serializable set default_transaction_isolation = 'serializable'`,
    );
    const { service, call, user } = await startWithUser(DATABASE_URL);
    const statuses = await runWhileWritesWait(DATABASE_URL, call, user);
    expect(statuses).toEqual(Array(10).fill(200));
    expect(await service.stop()).toBe(0);
  });

  test('concurrent checks of a one-time password succeed or fail as usual even if transactions are serializable by default', async () => {
    const DATABASE_URL = await server.createDatabase('serializable_checks');
    await runSql(
      DATABASE_URL,
      `alter database serializable_checks set default_transaction_isolation = 'serializable'`,
    );
    const { service, call, user } = await startWithUser(DATABASE_URL);
    await call(`POST /sendotp?email=${user.email}`);
    const otp = parseOtp(await readNewestEmail({ settings: { DATA_DIR: directory } }, user.email));
    const wrongOtp = otp === '000000' ? '000001' : '000000';
    const verify = (value: string) => call(`POST /verifyOTP?email=${user.email}&otp=${value}`);
    const lockOtps = 'select * from password_resets for update';
    const startChecks = () => Array.from({ length: 4 }, () => verify(wrongOtp));
    const statuses = await runWhileWaiting(DATABASE_URL, lockOtps, startChecks, async () => undefined);
    expect(statuses).toEqual(Array(4).fill(400));
    expect((await verify(otp)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  test('the failure to send an e-mail is recorded even if the row of this e-mail was changed meanwhile and transactions are serializable by default', async () => {
    const DATABASE_URL = await server.createDatabase('serializable_mail');
    await runSql(
      DATABASE_URL,
      `alter database serializable_mail set default_transaction_isolation = 'serializable'`,
    );
    const mailServer = await startMailServer();
    mailServer.holdResponses();
    const service = await start({ DATABASE_URL, SMTP_URL: mailServer.url });
    const call = createCall(service.url);
    const user = await register(call);
    await call(`PUT /updateUser/${user.id}`, { body: { email: createRegistration().email } });
    await expect.poll(() => mailServer.findEmailsTo(user.email), pollOptions).toHaveLength(1);
    await withClient(DATABASE_URL, (client) =>
      withClient(DATABASE_URL, async (observer) => {
        await client.query('begin');
        await client.query('update mails set retried_at = now()');
        await mailServer.interrupt();
        await expect.poll(() => fetchBackends(observer, waitingCondition), pollOptions).toHaveLength(1);
        await client.query('commit');
      }),
    );
    await expect
      .poll(() => runSql(DATABASE_URL, 'select last_error from mails').then(({ rows }) => rows), pollOptions)
      .toEqual([{ last_error: expect.any(String) }]);
    expect(await service.stop()).toBe(0);
  });

  test('connections that are closed during transactions cause 503s, and the service keeps running', async () => {
    const DATABASE_URL = await server.createDatabase('terminated');
    const { service, call, user } = await startWithUser(DATABASE_URL);
    const statuses = await runWhileWritesWait(DATABASE_URL, call, user, async (observer) =>
      terminateBackends(observer, await fetchBackends(observer, waitingCondition)),
    );
    expect(statuses).toEqual(Array(10).fill(503));
    expect((await call(`PUT /updateUser/${user.id}`, { body: { username: 'Back' } })).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  test('changes that exceed the lock timeout of the database get 503, and their connections are reused', async () => {
    const DATABASE_URL = await server.createDatabase('lock_timeout');
    await runSql(DATABASE_URL, "alter database lock_timeout set lock_timeout = '100ms'");
    const { service, call, user } = await startWithUser(DATABASE_URL);
    const change = () => call(`PUT /updateUser/${user.id}`, { body: { username: 'A patient reader' } });
    await withClient(DATABASE_URL, async (client) => {
      await client.query('begin');
      await client.query(lockRows);
      expect((await change()).status).toBe(503);
      await client.query('commit');
      const rejected = await fetchBackends(client, "query = 'rollback'");
      expect(rejected).toHaveLength(1);
      expect((await change()).status).toBe(200);
      expect(await fetchBackends(client, "query = 'commit'")).toEqual(expect.arrayContaining(rejected));
    });
    expect(await service.stop()).toBe(0);
  });

  test.skipIf(process.platform === 'win32')(
    'connections that are closed before a transaction begins are replaced',
    async () => {
      const DATABASE_URL = await server.createDatabase('replaced');
      const service = await start({ DATABASE_URL });
      const call = createCall(service.url);
      const user = await register(call);
      await withClient(DATABASE_URL, async (client) => {
        // Opens all connections of both pools.
        const startRequests = () => [...startWrites(call, user), ...startReads(call, user)];
        await runWhileWaiting(DATABASE_URL, 'lock table users', startRequests, async () => undefined);
        const suspended = await fetchBackends(client);
        for (const pid of suspended) process.kill(pid, 'SIGSTOP');
        const writes = startWrites(call, user);
        // All connections are suspended: each write waits for the response to the first statement of its transaction.
        expect((await call('GET /health/ready')).status).toBe(503);
        const metrics = await fetchMetrics(service);
        expect(metrics).toMatch(/^rest_api_emails\{state="failed"\} Nan$/m);
        expect(metrics).toContain('process_cpu_seconds_total');
        await terminateBackends(client, suspended);
        for (const pid of suspended) process.kill(pid, 'SIGCONT');
        expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array(10).fill(503));
      });
      const after = await Promise.all(startWrites(call, user));
      expect(after.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(await service.stop()).toBe(0);
    },
  );

  test.skipIf(findOnPath('prlimit') === undefined)(
    'too many open files cause 503s while no connection to the database can be opened',
    async () => {
      const DATABASE_URL = await server.createDatabase('open-files');
      const service = await start({ DATABASE_URL });
      const user = await register(createCall(service.url));
      // The service cannot accept another connection either, so the requests share one that is opened beforehand.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const readStatus = async (target: string) => {
        const [response] = await once(getOverHttp(service.url + target, { agent }), 'response');
        await text(response);
        return response.statusCode;
      };
      const limitOpenFiles = (count: number) =>
        execFileSync('prlimit', [`--pid=${service.process.pid}`, `--nofile=${count}:`]);
      expect(await readStatus(`/getUserById/${user.id}`)).toBe(200);
      limitOpenFiles(3);
      await withClient(DATABASE_URL, async (client) => {
        await terminateBackends(client, await fetchBackends(client));
        await expect.poll(() => fetchBackends(client), pollOptions).toEqual([]);
      });
      expect(await readStatus(`/getUserById/${user.id}`)).toBe(503);
      expect(await readStatus('/health/ready')).toBe(503);
      limitOpenFiles(1_000);
      expect(await readStatus(`/getUserById/${user.id}`)).toBe(200);
      agent.destroy();
      expect(await service.stop()).toBe(0);
    },
  );

  test.each([
    {
      name: 'read-only',
      forbid: 'alter database "read-only" set default_transaction_read_only = on',
      permit: 'alter database "read-only" reset default_transaction_read_only',
    },
    {
      name: 'no-login',
      forbid: 'alter role "no-login" nologin',
      permit: 'alter role "no-login" login',
    },
  ])(
    'the restriction $name of a database or role causes 503s until it is lifted',
    async ({ name, forbid, permit }) => {
      const DATABASE_URL = await server.createDatabase(name);
      await withClient(DATABASE_URL, async (admin) => {
        await admin.query(`create role "${name}" login superuser`);
        const service = await start({
          DATABASE_URL: Object.assign(new URL(DATABASE_URL), { username: name }).href,
        });
        const call = createCall(service.url);
        const user = await register(call);
        const rename = () => call(`PUT /updateUser/${user.id}`, { body: { username: 'Another Reader' } });
        await admin.query(forbid);
        await terminateBackends(admin, await fetchBackends(admin));
        await expect.poll(() => fetchBackends(admin), pollOptions).toEqual([]);
        const rejected = await rename();
        expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
        expect((await call('GET /health/ready')).status).toBe(503);
        await admin.query(permit);
        await terminateBackends(admin, await fetchBackends(admin));
        await expect.poll(async () => (await rename()).status, pollOptions).toBe(200);
        expect((await call('GET /health/ready')).status).toBe(200);
        expect(await service.stop()).toBe(0);
      });
    },
  );

  test('after an older backup was restored, the service returns the older catalogue', async () => {
    const DATABASE_URL = await server.createDatabase('restored');
    await importTestCatalogue({ DATA_DIR: directory, DATABASE_URL });
    const service = await start({ DATABASE_URL });
    const call = createCall(service.url);
    expect((await call('GET /getproductbyid/1')).body).toMatchObject({ remainingQuantity: 500 });
    // Like a restore, this update leaves other data and a lower revision of the catalogue.
    await runSql(
      DATABASE_URL,
      'update products set remaining_quantity = 7; update catalogue_revision set value = 1, reload_value = 1',
    );
    expect((await call('GET /getproductbyid/1')).body).toMatchObject({ remainingQuantity: 7 });
    expect(await service.stop()).toBe(0);
  });

  test('dates are read correctly if the database formats them in a style other than ISO', async () => {
    const DATABASE_URL = await server.createDatabase('date-style');
    await importTestCatalogue({ DATA_DIR: directory, DATABASE_URL });
    await runSql(DATABASE_URL, `alter database "date-style" set datestyle = 'SQL, DMY'`);
    const service = await start({ DATABASE_URL });
    const call = createCall(service.url);
    const body = createShipmentBody(await register(call));
    expect(await call('POST /createShipment', { body })).toMatchObject({
      status: 201,
      body: { orderDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) },
    });
    expect(await service.stop()).toBe(0);
  });

  test('four instances can start concurrently on an empty database', async () => {
    const DATABASE_URL = await server.createDatabase('shared');
    const services = await Promise.all([1, 2, 3, 4].map(() => start({ DATABASE_URL })));
    const [first, second] = services.map(({ url }) => createCall(url));
    const user = await register(first ?? createCall(''));
    expect((await second?.(`GET /getUserById/${user.id}`))?.body).toEqual(user);
    expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0, 0, 0]);
  });
});

test('the log is one JSON object per line and contains no personal data', async () => {
  const service = await start();
  const call = createCall(service.url);
  const user = await register(call);
  await call(`GET /getUserBycontact?contact=${user.contact}`);
  await call(`GET /OrdersByUserEmail?email=${user.email}`);
  await call('POST /addUser', { body: { ...createRegistration(), contact: user.contact } });
  await service.stop();
  const lines = service
    .output()
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('The REST service is listening'));
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ service: 'rest-api' });
  expect(lines.length).toBeGreaterThan(4);
  for (const secret of [user.contact, user.email, user.username, 'a good password', 'Test Lane']) {
    expect(service.output()).not.toContain(secret);
  }
});

test('the service keeps running if an update has removed the code of a command', async () => {
  const copy = await copyRepository();
  const service = await startService({ DATA_DIR: directory }, path.join(copy, 'rest-api', 'main.ts'));
  await rm(path.join(copy, 'rest-api', 'admin', 'socket-requests.ts'));
  const settings = { DATA_DIR: directory };
  const reason = expect.stringMatching(
    /Cannot find module .* Restart the REST service if it has been updated/,
  );
  expect(await runShop(settings, 'coupons', 'list')).toMatchObject({ exitCode: 1, stderr: reason });
  expect(await importCatalogue([testCatalogueFile], settings)).toMatchObject({ exitCode: 1, output: reason });
  expect((await createCall(service.url)('GET /health/ready')).status).toBe(200);
  expect(await service.stop()).toBe(0);
  await removeDataDirectory(copy);
});

test('a client that stops receiving a response is disconnected', async () => {
  // Node.js loads this module first. It shortens the time limit for receiving a part of a response.
  const module = `import { Server } from 'node:http';
    const { setTimeout } = Server.prototype;
    Server.prototype.setTimeout = function (limitMs) {
      return setTimeout.call(this, Math.min(limitMs, 500));
    };`;
  const service = await start({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}`,
  });
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => undefined);
  // More than the buffers of the operating system can hold.
  socket.pause().write('GET /openapi.json HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(500));
  await expect.poll(service.output, pollOptions).toContain('"status":"aborted"');
  socket.destroy();
  await service.stop();
});

test('docs/operations.md lists the metrics', async () => {
  const service = await start();
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(listMetrics(metrics, 'rest_api_')).toEqual(await listDocumentedMetrics('rest_api_'));
  expect(await service.stop()).toBe(0);
});

test('LOG_LEVEL limits the log', async () => {
  const service = await start({ LOG_LEVEL: 'warn' });
  expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
  await service.stop();
  expect(service.output()).not.toContain('"level":30');
});

test('in production, only JSON lines with times in ISO 8601 are written', async () => {
  const service = await start({ NODE_ENV: 'production' });
  await service.stop();
  const lines = service.output().trimEnd().split('\n');
  const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
  expect(lines.map((line) => JSON.parse(line))).toEqual(lines.map(() => expect.objectContaining({ time })));
  expect(service.output()).toContain(service.url);
});

test('a command whose output is not read to the end, as with "| head", ends without an error', async () => {
  const command = spawn(process.execPath, [shopMain, 'help'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  command.stdout.destroy();
  const [errors, [exitCode]] = await Promise.all([text(command.stderr), once(command, 'exit')]);
  expect([errors, exitCode]).toEqual(['', 0]);
});

test.skipIf(!existsSync('/dev/full'))('a command whose output does not fit on the disk fails', async () => {
  const command = spawn('sh', ['-c', '"$0" "$1" help > /dev/full', process.execPath, shopMain], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [errors, [exitCode]] = await Promise.all([text(command.stderr), once(command, 'exit')]);
  expect(errors).toBe('The output was lost: ENOSPC: no space left on device, write\n');
  expect(exitCode).toBe(1);
});

test.skipIf(!existsSync('/dev/full'))('an import is completed even if its output is lost', async () => {
  const settings = { DATA_DIR: await createCatalogueDirectory() };
  onTestFinished(() => removeDataDirectory(settings.DATA_DIR));
  const file = path.join(settings.DATA_DIR, 'stock.csv');
  writeFileSync(file, 'id,remainingQuantity\n1,77\n');
  const script = '"$0" "$1" catalogue import "$2" > /dev/full';
  const command = spawn('sh', ['-c', script, process.execPath, shopMain, file], {
    env: { ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [errors, [exitCode]] = await Promise.all([text(command.stderr), once(command, 'exit')]);
  expect([errors, exitCode]).toEqual(['The output was lost: ENOSPC: no space left on device, write\n', 1]);
  const repeated = await importCatalogue([file], settings);
  expect(repeated.output).toContain('0 products inserted, 0 changed, 1 unchanged.');
});

test.skipIf(openssl.find() === undefined)(
  'the service uses HTTPS if a certificate and a key are set',
  async () => {
    const { certificate, key } = createCertificate(directory);
    const service = await start({ TLS_CERT: certificate, TLS_KEY: key });
    expect(service.url).toMatch(/^https:/);
    const request = get(`${service.url}/health/ready`, { ca: readFileSync(certificate), agent: false });
    const [response] = await once(request, 'response');
    expect([response.statusCode, await json(response)]).toEqual([200, { status: 'ok' }]);
    expect(await service.stop()).toBe(0);
  },
);
