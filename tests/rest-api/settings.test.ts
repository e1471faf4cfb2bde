import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeDemoDirectory } from './data-directories.ts';
import { failureToStart, removeDataDirectory } from './service.ts';

let directory: string;

beforeAll(async () => {
  directory = await makeDemoDirectory();
  return () => removeDataDirectory(directory);
});

describe('a setting that cannot be used', () => {
  test.each([
    [
      { REST_API_PORT: 'http' },
      'REST_API_PORT=http: give a whole number from 0 to 65535 (0 takes any free port)',
    ],
    [
      { REST_API_PORT: '65536' },
      'REST_API_PORT=65536: give a whole number from 0 to 65535 (0 takes any free port)',
    ],
    [
      { DATABASE_URL: 'mysql://a:secret@b/c' },
      'DATABASE_URL=mysql://a:***@b/c: give an address of the form postgres://host or postgresql://host',
    ],
    [
      { DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/shop' },
      'DATABASE_URL=postgres://shop:***@127.0.0.1:1/shop: PostgreSQL does not let us in (connect ECONNREFUSED 127.0.0.1:1)',
    ],
    [
      { DATABASE_URL: 'postgres://127.0.0.1:1/shop?user=shop&password=secret&application_name=a' },
      'DATABASE_URL=postgres://127.0.0.1:1/shop?user=shop&password=***&application_name=a: PostgreSQL does not let us in (connect ECONNREFUSED 127.0.0.1:1)',
    ],
    [
      { SMTP_URL: 'mail.example.com' },
      'SMTP_URL=mail.example.com: give an address of the form smtp://host or smtps://host',
    ],
    [
      { SMTP_URL: 'smtp://shop%:secret%@mail.example.com' },
      'SMTP_URL=smtp://shop%:***@mail.example.com: write a % in the user name or the password as %25',
    ],
    [
      { TLS_CERT: '/nowhere.pem', TLS_KEY: '/nowhere.pem' },
      'TLS_CERT=/nowhere.pem: name a PEM file that this process can read',
    ],
    [{ TLS_CERT: '/nowhere.pem' }, 'TLS_KEY=: name the key file that belongs to TLS_CERT'],
    [{ HOST: '192.0.2.1' }, 'HOST=192.0.2.1: this machine has no such address; give 127.0.0.1 or 0.0.0.0'],
    [
      { DATA_DIR: '/dev/null/data' },
      "DATA_DIR=/dev/null/data: name a folder that this process can write (ENOTDIR: not a directory, mkdir '/dev/null/data')",
    ],
  ])('%j is told in one line, and the exit code is 1', async (settings, line) => {
    const failure = await failureToStart({ DATA_DIR: directory, ...settings });
    expect([failure.exitCode, failure.output]).toEqual([1, `${line}\n`]);
  });

  test.skipIf(!existsSync('/proc/self'))('a folder that nobody can make is told in one line', async () => {
    const failure = await failureToStart({ DATA_DIR: '/proc/nope/data' });
    expect([failure.exitCode, failure.output]).toEqual([
      1,
      "DATA_DIR=/proc/nope/data: name a folder that this process can write (ENOENT: no such file or directory, mkdir '/proc/nope')\n",
    ]);
  });

  test('a database that cannot be opened is told in one line', async () => {
    const broken = path.join(directory, 'broken');
    mkdirSync(path.join(broken, 'database'), { recursive: true });
    writeFileSync(path.join(broken, 'database', 'PG_VERSION'), 'none');
    const failure = await failureToStart({ DATA_DIR: broken });
    expect(failure.exitCode).toBe(1);
    expect(failure.output).toMatch(
      /^DATA_DIR=.*broken: the folder database in it is no database that opens here; restore it, or name another folder \(.*\)\n$/,
    );
  });

  test('a port that is taken is told in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const failure = await failureToStart({ DATA_DIR: directory, REST_API_PORT: String(port) });
    other.close();
    expect(failure.exitCode).toBe(1);
    expect(failure.output).toBe(
      `REST_API_PORT=${port}: another process listens on 127.0.0.1:${port}; stop it or give a free port (0 takes any)\n`,
    );
  });
});
