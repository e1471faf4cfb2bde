import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { stopProcess, waitForOutput } from '../child-process.ts';
import { pgbouncer } from '../external-programs.ts';
import { findFreePort } from '../listen.ts';
import { createCall, register } from './calls.ts';
import { importTestCatalogue } from './import-command.ts';
import {
  findServerUser,
  type PostgresqlServer,
  postgresqlBinaryDir,
  runSql,
  startPostgresql,
} from './postgresql.ts';
import { createDataDirectory, pollOptions, removeDataDirectory, startService } from './service.ts';
import { connectForLocking } from './table-locks.ts';

// Some tests start several processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const pgbouncerPath = pgbouncer.find();

describe.skipIf(pgbouncerPath === undefined || postgresqlBinaryDir === undefined)('behind PgBouncer', () => {
  let server: PostgresqlServer;
  let directory: string;

  beforeAll(async () => {
    server = await startPostgresql(postgresqlBinaryDir ?? '');
    directory = await createDataDirectory();
    return async () => {
      await server.stop();
      await removeDataDirectory(directory);
    };
  });

  test('two services share two connections', async () => {
    const databaseUrl = await server.createDatabase('shared');
    const settings = { DATA_DIR: directory, DATABASE_URL: await startPgbouncer(databaseUrl, 2) };
    await importTestCatalogue(settings);
    const services = await Promise.all([startService(settings), startService(settings)]);
    const calls = services.map(({ url }) => createCall(url));
    const users = await Promise.all(calls.flatMap((call) => [register(call), register(call)]));
    for (const user of users) {
      const reads = calls.flatMap((call) => [
        call(`GET /getUserById/${user.id}`),
        call('GET /getproductbyid/1'),
      ]);
      const responses = await Promise.all(reads);
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
    expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);
  });

  test('a migration needs one connection, and may take longer than the statement timeout of the role', async () => {
    const databaseUrl = await server.createDatabase('migrating');
    const { client, countWaiting } = await connectForLocking(databaseUrl);
    await client.query('begin; create schema drizzle');
    await runSql(databaseUrl, "alter role shop in database migrating set statement_timeout = '2s'");
    const DATABASE_URL = await startPgbouncer(databaseUrl, 1);
    const starting = startService({ DATA_DIR: directory, DATABASE_URL });
    await expect.poll(countWaiting, pollOptions).toBe(1);
    await client.query('select pg_sleep(2.5)');
    await client.query('rollback');
    expect(await (await starting).stop()).toBe(0);
  });
});

/**
 * Starts PgBouncer in transaction mode with a pool of connections to a database, until the end of the test. Returns the
 * URL of the database at PgBouncer.
 */
async function startPgbouncer(databaseUrl: string, poolSize: number): Promise<string> {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const directory = await mkdtemp(path.join(tmpdir(), 'rest-pgbouncer-'));
  const pgbouncerPort = await findFreePort();
  // docs/operations.md requires the last setting.
  const configuration = `
    [databases]
    ${pathname.slice(1)} = host=${hostname} port=${port} user=${username}
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = ${pgbouncerPort}
    unix_socket_dir =
    auth_type = any
    pool_mode = transaction
    default_pool_size = ${poolSize}
    ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
  `;
  const file = path.join(directory, 'pgbouncer.ini');
  await writeFile(file, configuration.replaceAll(/^ +/gm, ''));
  await chmod(directory, 0o755);
  const process = spawn(pgbouncerPath ?? '', [file], {
    ...findServerUser(),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    await stopProcess(process, 'SIGINT');
    await rm(directory, { recursive: true });
  });
  await waitForOutput(process, /process up/);
  return Object.assign(new URL(databaseUrl), { port: pgbouncerPort }).href;
}
