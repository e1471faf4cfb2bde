import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { readConfig, SettingError } from '#rest-api/config.ts';
import { demoShop } from '../demo-shop.ts';
import { listenOnFreePort } from '../listen.ts';
import { postgresqlBinaryDir, runSql } from './postgresql.ts';
import { createCatalogueDirectory, createEmptyDatabase } from './prepared-data.ts';
import {
  environment,
  expectStartupError,
  main,
  removeDataDirectory,
  type Settings,
  startService,
} from './service.ts';
import { runShop } from './shop-command.ts';

let directory: string;

beforeAll(async () => {
  directory = await createCatalogueDirectory();
  return () => removeDataDirectory(directory);
});

/**
 * Expects the settings to be rejected with this line. The test for REST_API_PORT=http checks that such lines are
 * printed.
 */
function expectSettingError(settings: Settings, line: string): void {
  const read = () => readConfig({ DATA_DIR: directory, ...settings });
  expect(read).toThrow(SettingError);
  expect(read).toThrow(expect.objectContaining({ message: line }));
}

describe('an invalid setting', () => {
  test.each([
    [
      { REST_API_PORT: 'http' },
      'REST_API_PORT=http: use a whole number from 0 to 65535 (0 selects any free port)',
    ],
    [
      { DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/shop' },
      'DATABASE_URL=postgres://shop:***@127.0.0.1:1/shop: cannot connect to PostgreSQL (connect ECONNREFUSED 127.0.0.1:1)',
    ],
    [
      { DATABASE_URL: 'postgres://127.0.0.1:1/shop?user=shop&password=secret&application_name=a' },
      'DATABASE_URL=postgres://127.0.0.1:1/shop?user=shop&password=***&application_name=a: cannot connect to PostgreSQL (connect ECONNREFUSED 127.0.0.1:1)',
    ],
    [
      { REST_API_HOST: '10.255.255.254' },
      'REST_API_HOST=10.255.255.254: this machine has no such address; use 127.0.0.1',
    ],
    [
      { REST_API_HOST: 'fe80::1' },
      'REST_API_HOST=fe80::1: a link-local address needs a network interface, which a URL cannot contain; use 127.0.0.1',
    ],
    [
      { REST_API_HOST: 'fe80::1%eth0.100' },
      'REST_API_HOST=fe80::1%eth0.100: a link-local address needs a network interface, which a URL cannot contain; use 127.0.0.1',
    ],
    [
      { DATA_DIR: '/dev/null/data' },
      "DATA_DIR=/dev/null/data: use a directory that this process can write to (ENOTDIR: not a directory, mkdir '/dev/null/data')",
    ],
  ])('%j is reported in one line, and the exit code is 1', async (settings, line) => {
    const error = await expectStartupError({ DATA_DIR: directory, ...settings });
    expect([error.exitCode, error.output]).toEqual([1, `${line}\n`]);
  });

  test.each([
    [
      { REST_API_PORT: '65536' },
      'REST_API_PORT=65536: use a whole number from 0 to 65535 (0 selects any free port)',
    ],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV=prod: use production, development or test, or leave it unset'],
    [
      { DATABASE_URL: 'mysql://a:secret@b/c' },
      'DATABASE_URL=mysql://a:***@b/c: use a URL of the form postgres://host or postgresql://host',
    ],
    [
      { DATABASE_URL: 'shop:secret@127.0.0.1/shop' },
      'DATABASE_URL=shop:***@127.0.0.1/shop: use a URL of the form postgres://host or postgresql://host',
    ],
    [
      { PUBLIC_URL: 'shop:secret@shop.example' },
      'PUBLIC_URL=shop:***@shop.example: use a URL of the form http://host or https://host',
    ],
    [
      { PUBLIC_URL: 'https://shop.example/books' },
      'PUBLIC_URL=https://shop.example/books: use a URL without a path, such as https://shop.example',
    ],
    [
      { PUBLIC_URL: 'https://shop:secret@shop.example?x=1' },
      'PUBLIC_URL=https://shop:***@shop.example?x=1: use a URL without a path, such as https://shop.example',
    ],
    [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL=verbose: use trace, debug, info, warn, error, fatal or silent'],
    [
      { SMTP_URL: 'smtp:/shop:secret@mail.example.com' },
      'SMTP_URL=smtp:***@mail.example.com: use a URL of the form smtp://host or smtps://host',
    ],
    [
      { SMTP_URL: 'mail.example.com' },
      'SMTP_URL=mail.example.com: use a URL of the form smtp://host or smtps://host',
    ],
    [
      { SMTP_URL: 'smtp://shop%:secret%@mail.example.com' },
      'SMTP_URL=smtp://shop%:***@mail.example.com: write each % in the user name or password as %25',
    ],
    [
      { SMTP_URL: 'smtp://mail.example.com?from=shop' },
      "SMTP_URL=smtp://mail.example.com?from=shop: from is 'shop'; use an e-mail address, as in from=shop@example.com",
    ],
    [
      { TLS_CERT: '/nowhere.pem', TLS_KEY: '/nowhere.pem' },
      'TLS_CERT=/nowhere.pem: use a PEM file that this process can read',
    ],
    [{ TLS_CERT: '/nowhere.pem' }, 'TLS_KEY=: set it to the key file that belongs to TLS_CERT'],
    [
      { REST_API_HOST: 'books.example' },
      'REST_API_HOST=books.example: use an IP address of this machine, such as 127.0.0.1',
    ],
    [
      { SHUTDOWN_DELAY_SECONDS: '1.5' },
      'SHUTDOWN_DELAY_SECONDS=1.5: use a whole number of seconds from 0 to 300',
    ],
    [
      { SHUTDOWN_DELAY_SECONDS: '301' },
      'SHUTDOWN_DELAY_SECONDS=301: use a whole number of seconds from 0 to 300',
    ],
    ...[
      ['REST_API_TOKEN', 'secret'],
      ['REST_API_TOKEN', `${'x'.repeat(32)},${'y'.repeat(32)}`],
      ['REST_API_TOKEN', `${'x'.repeat(32)} secret`],
      ['REST_API_TOKEN', 'x'.repeat(4097)],
      ['REST_API_TOKEN_PREVIOUS', `${'x'.repeat(32)},secret`],
    ].map(([name = '', value = '']): [Settings, string] => [
      { [name]: value },
      `${name}=***: use 32 to 4096 letters, digits and characters of -._~+/ (= only at the end), for example the output of \`openssl rand -hex 32\``,
    ]),
    [{ REST_API_TOKEN_PREVIOUS: 'x'.repeat(32) }, 'REST_API_TOKEN_PREVIOUS=***: set REST_API_TOKEN too'],
    [{ REST_API_ALLOW_PUBLIC: 'yes' }, 'REST_API_ALLOW_PUBLIC=yes: use true or false'],
  ])('%j is rejected in one line', expectSettingError);

  test.each(['0.0.0.0', '::', '::ffff:0.0.0.0', '203.0.113.9', '2001:db8::1'])(
    'the host %s, which is publicly reachable, is rejected in one line',
    (host) => {
      expectSettingError(
        { REST_API_HOST: host },
        `REST_API_HOST=${host}: the service must not be reachable from the internet; use a loopback or private address, such as 127.0.0.1, or set REST_API_ALLOW_PUBLIC=true if a firewall blocks public access`,
      );
    },
  );

  test.skipIf(!existsSync('/proc/self'))(
    'a directory that cannot be created is reported in one line',
    async () => {
      const error = await expectStartupError({ DATA_DIR: '/proc/nope/data' });
      expect([error.exitCode, error.output]).toEqual([
        1,
        "DATA_DIR=/proc/nope/data: use a directory that this process can write to (ENOENT: no such file or directory, mkdir '/proc/nope')\n",
      ]);
    },
  );

  // `ulimit -f 0` makes all writes to files fail, as on a full disk.
  test.skipIf(process.platform === 'win32')(
    'a full disk is reported in one line, and no file is left',
    async () => {
      const full = path.join(directory, 'full');
      const service = spawn('sh', ['-c', 'ulimit -f 0; exec "$0" "$1"', process.execPath, main], {
        env: { ...environment, DATA_DIR: full, REST_API_PORT: '0' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const [output, [exitCode]] = await Promise.all([text(service.stderr), once(service, 'exit')]);
      expect([exitCode, output]).toEqual([
        1,
        `DATA_DIR=${full}: use a directory that this process can write to (EFBIG: file too large, write)\n`,
      ]);
      expect(readdirSync(full)).toEqual([]);
    },
  );

  test.each([[['backup', path.join(tmpdir(), 'backup.tar.gz')]], [['orders', 'list']]])(
    'a directory that does not exist is reported by the command %j, and not created',
    async (args) => {
      const missing = path.join(directory, 'mistyped');
      expect(await runShop({ DATA_DIR: missing }, ...args)).toEqual({
        exitCode: 1,
        stdout: '',
        stderr: `DATA_DIR=${missing}: there is no shop in this directory; use the DATA_DIR of the service, or import a catalogue first\n`,
      });
      expect(existsSync(missing)).toBe(false);
    },
  );

  test('a database that cannot be opened is reported in one line', async () => {
    const broken = path.join(directory, 'broken');
    mkdirSync(path.join(broken, 'database'), { recursive: true });
    writeFileSync(path.join(broken, 'database', 'PG_VERSION'), 'none');
    const error = await expectStartupError({ DATA_DIR: broken });
    expect(error.exitCode).toBe(1);
    expect(error.output).toMatch(
      /^DATA_DIR=.*broken: the database in its subdirectory "database" cannot be opened; restore it or use another directory \(.*\)\n$/,
    );
  });

  test.runIf(process.getuid?.() === 0)(
    'a database of another user is reported by the service and by commands',
    async () => {
      const foreign = path.join(directory, 'foreign');
      mkdirSync(path.join(foreign, 'database'), { recursive: true });
      chownSync(path.join(foreign, 'database'), 12_345, 12_345);
      const line = `DATA_DIR=${foreign}: the database in it belongs to the user with the id 12345, not 0; run the command as that user, for example with sudo -u "#12345"\n`;
      const error = await expectStartupError({ DATA_DIR: foreign });
      expect([error.exitCode, error.output]).toEqual([1, line]);
      writeFileSync(path.join(foreign, 'database', 'PG_VERSION'), '18');
      expect((await runShop({ DATA_DIR: foreign }, 'orders', 'list')).stderr).toBe(line);
    },
  );

  test('a database whose files cannot be created is reported with the reason', async () => {
    const blocked = path.join(directory, 'blocked');
    mkdirSync(path.join(blocked, 'database'), { recursive: true });
    writeFileSync(path.join(blocked, 'database', 'base'), '');
    const error = await expectStartupError({ DATA_DIR: blocked });
    expect(error.exitCode).toBe(1);
    expect(error.output).toMatch(/^DATA_DIR=.*blocked: the database .* \(not a directory\)\n$/);
  });

  describe.skipIf(postgresqlBinaryDir === undefined)(
    'of a PostgreSQL database is reported in one line',
    () => {
      const prepare = async (getSql: (name: string) => string) => {
        const url = new URL(await createEmptyDatabase());
        const name = url.pathname.slice(1);
        for (const statement of getSql(name).split(';')) await runSql(url.href, statement);
        return { url, name };
      };
      const expectLine = async ({ href, host, pathname }: URL, line: string) => {
        const error = await expectStartupError({ DATA_DIR: directory, DATABASE_URL: href });
        const setting = `DATABASE_URL=postgres:***@${host}${pathname}`;
        expect([error.exitCode, error.output]).toEqual([1, `${setting}: ${line}\n`]);
      };

      test('if its encoding cannot store Devanagari', async () => {
        const { url, name } = await prepare(
          (database) =>
            `create database "latin1-${database}" encoding 'LATIN1' locale 'C' template template0`,
        );
        url.pathname = `latin1-${name}`;
        await expectLine(
          url,
          "the database has the encoding LATIN1; create one with ENCODING 'UTF8' TEMPLATE template0",
        );
      });

      test('if the user may not create tables in it', async () => {
        const { url, name } = await prepare((database) => `create role "user-${database}" login`);
        url.username = `user-${name}`;
        await expectLine(url, `the database cannot be prepared (permission denied for database ${name})`);
      });

      test('if it is read-only', async () => {
        const { url } = await prepare(
          (database) => `alter database "${database}" set default_transaction_read_only = on`,
        );
        await expectLine(
          url,
          'the database cannot be prepared (cannot execute CREATE SCHEMA in a read-only transaction)',
        );
      });
    },
  );

  test('a settings file that is not JSON is reported in one line', async () => {
    const file = path.join(directory, 'no-json.json');
    writeFileSync(file, '# My\n{}\n');
    const error = await expectStartupError({ DATA_DIR: directory, SHOP_SETTINGS: file });
    expect(error.exitCode).toBe(1);
    expect(error.output).toMatch(
      /^SHOP_SETTINGS=.*no-json\.json: use a JSON file like web\/shop\/shop\.json \(.*JSON.*\)\n$/,
    );
  });

  test.each([
    ['that is not UTF-8', 'Caf\u00e9', 'contains bytes that are not UTF-8; save the file as UTF-8'],
    [
      'with a line break in the name of the shop',
      'Granth\nPune',
      'name: must not contain line breaks or other control characters',
    ],
    ['with a very long name of the shop', 'a'.repeat(201), 'name: must have at most 200 characters'],
  ])('a settings file %s is rejected in one line', (_, name, reason) => {
    const file = path.join(directory, 'invalid.json');
    writeFileSync(file, JSON.stringify({ name, telephone: '020 1', email: 'post@shop.example' }), 'latin1');
    expectSettingError(
      { SHOP_SETTINGS: file },
      `SHOP_SETTINGS=${file}: use a JSON file like web/shop/shop.json (${reason})`,
    );
  });

  test('a port that is in use is reported in one line', async () => {
    const other = createServer();
    const port = await listenOnFreePort(other);
    const error = await expectStartupError({ DATA_DIR: directory, REST_API_PORT: String(port) });
    other.close();
    expect(error.exitCode).toBe(1);
    expect(error.output).toBe(
      `REST_API_PORT=${port}: another process is listening on 127.0.0.1:${port}; stop it or use a free port (0 selects any)\n`,
    );
  });
});

test('a settings file may begin with a byte order mark, as editors for Windows write it', async () => {
  const file = path.join(directory, 'windows.json');
  writeFileSync(file, `\uFEFF${JSON.stringify(demoShop)}`);
  const service = await startService({ DATA_DIR: directory, SHOP_SETTINGS: file });
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  await service.stop();
});

describe('the service', () => {
  const isReachable = (address: string, url: string) =>
    fetch(`http://${address}:${new URL(url).port}/health/live`).then(
      ({ status }) => status === 200,
      () => false,
    );

  // On Linux every address of 127.0.0.0/8 is local. 127.0.0.2 stands for the machine's other networks here.
  test.skipIf(process.platform !== 'linux').each([
    [{}, ['127.0.0.1']],
    [{ HOST: '0.0.0.0' }, ['127.0.0.1']],
    [{ REST_API_HOST: '127.0.0.2' }, ['127.0.0.2']],
    [{ REST_API_HOST: '0.0.0.0', REST_API_ALLOW_PUBLIC: 'true' }, ['127.0.0.1', '127.0.0.2']],
  ])('with %j is reachable only at %j (tried: 127.0.0.1 and 127.0.0.2)', async (settings, expected) => {
    const service = await startService({ DATA_DIR: directory, ...settings });
    const reachable: string[] = [];
    for (const address of ['127.0.0.1', '127.0.0.2']) {
      if (await isReachable(address, service.url)) reachable.push(address);
    }
    await service.stop();
    expect(reachable).toEqual(expected);
  });
});
