import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { create, extract } from 'tar';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { demoShop } from '../demo-shop.ts';
import { type Call, createCall, createShipmentBody, register, type User } from './calls.ts';
import { onEachEngine } from './engines.ts';
import { postgresqlBinaryDir } from './postgresql.ts';
import { createCatalogueDirectory, createEmptyDatabase, createEmptyDirectory } from './prepared-data.ts';
import {
  createDataDirectory,
  environment,
  removeDataDirectory,
  type Settings,
  startService,
} from './service.ts';
import { setUpService } from './service-setup.ts';
import { runShop, shopMain } from './shop-command.ts';
import { connectForLocking } from './table-locks.ts';

// Some tests start services of their own, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

/**
 * Some of the gateway's files that a backup contains. Without `ended-sessions`, a restore would make ended sessions
 * valid again.
 */
const gatewayFiles = ['session-secret', 'partners', 'ended-sessions', 'product-changes'];

let backupDirectory: string;

beforeAll(async () => {
  backupDirectory = await mkdtemp(path.join(tmpdir(), 'shop-backup-'));
  return () => rm(backupDirectory, { recursive: true, force: true });
});

onEachEngine((start, engine) => {
  const { call, createFile, getPath, getDatabaseUrl, getService, restart, runCommand } = setUpService(start);
  let user: User;
  const directories: string[] = [];

  /** Requests some lists of a shop, and the orders and the record of one user. */
  const fetchShop = async (callShop: Call) => {
    const lines = [
      'GET /getallproducts',
      'GET /AllSlideImages',
      'GET /AllCoupons',
      'GET /TodaysNotifications',
      `GET /OrdersByUserEmail?email=${user.email}`,
      `GET /getUserById/${user.id}`,
    ];
    const responses = await Promise.all(lines.map((line) => callShop(line)));
    return responses.map(({ status, body }) => ({ status, body }));
  };
  const placeOrder = async (callShop: Call) => {
    const body = createShipmentBody(user);
    expect((await callShop('POST /createShipment', { body })).status).toBe(201);
  };
  const backUp = async (name: string) => {
    const file = path.join(backupDirectory, `${engine}-${name}.tar.gz`);
    return { file, ...(await runShop(getService().settings, 'backup', file)) };
  };
  const createTargetDirectory = async (create = createDataDirectory) => {
    const directory = await create();
    directories.push(directory);
    return directory;
  };
  const createEmbeddedSettings = async (): Promise<Settings> => ({ DATA_DIR: await createTargetDirectory() });
  const createPostgresqlSettings = async (): Promise<Settings> => ({
    DATA_DIR: await createTargetDirectory(),
    DATABASE_URL: await createEmptyDatabase(),
  });

  beforeAll(async () => {
    user = await register(call);
    const picture = path.join(backupDirectory, 'slide.png');
    await sharp({ create: { width: 8, height: 6, channels: 3, background: 'red' } })
      .png()
      .toFile(picture);
    const slide = ['--title', 'दिवाळी', '--picture', picture, '--link', '/product'];
    await runCommand('slides', 'add', ...slide);
    await runCommand('coupons', 'add', 'DIWALI15', '--discount', '15');
    // Some editors insert these separators. They end a line in Unicode, but not in the files of a backup.
    await runCommand('notifications', 'add', '--text', 'New\u2028arrivals\u2029today');
    await placeOrder(call);
    await mkdir(getPath('gateway'), { recursive: true });
    for (const name of gatewayFiles) await writeFile(getPath(`gateway/${name}`), `the ${name}`);
  });
  afterAll(() => Promise.all(directories.map((directory) => removeDataDirectory(directory))));

  test('a backup says that the shop settings in DATA_DIR are not included', async () => {
    expect((await backUp('without-settings')).stdout).not.toContain('shop.json');
    const settingsFile = getPath('shop.json');
    await writeFile(settingsFile, JSON.stringify(demoShop));
    const { stdout } = await backUp('with-settings');
    await rm(settingsFile);
    expect(stdout).toContain(
      'Keep copies of shop.json and the images that it refers to, which are not included.',
    );
  });

  const testRestoringInto = (name: string, createTarget: () => Promise<Settings>) => {
    test(`a backup of a running shop is restored into ${name} with pictures and orders`, async () => {
      const backup = await backUp(name.replaceAll(' ', '-'));
      expect(backup.stderr).toBe('');
      expect(backup.stdout).toMatch(/^Backed up \d+ rows and the files of the shop to /);
      const settings = await createTarget();
      const restored = await runShop(settings, 'restore', backup.file);
      expect(restored.stderr).toBe('');
      expect(restored.stdout).toMatch(/Restored \d+ rows and the files of the shop\.\n$/);
      const copy = await startService(settings);
      try {
        const callCopy = createCall(copy.url);
        expect(await fetchShop(callCopy)).toEqual(await fetchShop(call));
        const [slide] = z
          .array(z.object({ thumbnailFile: z.string() }))
          .parse((await callCopy('GET /AllSlideImages')).body);
        expect((await callCopy(`GET ${slide?.thumbnailFile}`)).status).toBe(200);
        await placeOrder(callCopy);
        for (const name of gatewayFiles) {
          const restoredFile = path.join(settings.DATA_DIR ?? '', 'gateway', name);
          expect(await readFile(restoredFile, 'utf8')).toBe(`the ${name}`);
        }
        expect((await readdir(settings.DATA_DIR ?? '')).filter((name) => name.startsWith('.'))).toEqual([]);
      } finally {
        await copy.stop();
      }
    });
  };
  testRestoringInto('an embedded database', createEmbeddedSettings);

  // Sessions of users who registered after the backup are still valid after the restore, and contain the user's id.
  test('after a restore, no user gets the id of a user who registered after the backup', async () => {
    const { file } = await backUp('user-ids');
    const laterUsers = [await register(call), await register(call)];
    const settings = { DATA_DIR: await createTargetDirectory(createEmptyDirectory) };
    await runShop(settings, 'restore', file);
    const copy = await startService(settings);
    onTestFinished(async () => {
      await copy.stop();
    });
    const newUser = await register(createCall(copy.url));
    expect(newUser.id).toBeGreaterThan(Math.max(...laterUsers.map(({ id }) => id)));
  });

  describe.skipIf(postgresqlBinaryDir === undefined)('with PostgreSQL', () => {
    testRestoringInto('a PostgreSQL database', createPostgresqlSettings);
  });

  test.skipIf(process.platform === 'win32')(
    'a backup, which contains personal data, is accessible to its owner only',
    async () => {
      const { file } = await backUp('private');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    },
  );

  test('a backup to an existing file or into a missing directory is rejected, and leaves no unfinished file', async () => {
    const first = await backUp('twice');
    const second = await backUp('twice');
    expect(second).toMatchObject({
      exitCode: 1,
      stderr: `${first.file} already exists: choose another name\n`,
    });
    const inMissingDirectory = await runShop(
      getService().settings,
      'backup',
      path.join(backupDirectory, 'none', 'b.tar.gz'),
    );
    expect(inMissingDirectory.stderr).toContain('does not exist: create it first');
    expect((await readdir(backupDirectory)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  test('a backup succeeds while the gateway appends to its files', async () => {
    const attempts = getPath('gateway/order-attempts');
    await writeFile(attempts, `${'x'.repeat(20_000_000)}\n`);
    let isRunning = true;
    const appending = (async () => {
      while (isRunning) await appendFile(attempts, `${'y'.repeat(200)}\n`);
    })();
    const backup = await backUp('appending');
    isRunning = false;
    await appending;
    await rm(attempts);
    expect(backup).toMatchObject({ exitCode: 0, stderr: '' });
    const directory = await createTargetDirectory(createEmptyDirectory);
    expect((await runShop({ DATA_DIR: directory }, 'restore', backup.file)).stderr).toBe('');
    const restored = await stat(path.join(directory, 'gateway', 'order-attempts'));
    expect(restored.size).toBeGreaterThan(20_000_000);
  });

  const listStagingDirectories = async () =>
    (await readdir(getService().settings.DATA_DIR ?? '')).filter((name) => /^\.(backup|restore)-/.test(name));
  const createStagingDirectory = async (name: string, hoursAgo: number) => {
    const directory = getPath(name);
    await mkdir(path.join(directory, 'tables'), { recursive: true });
    const time = Date.now() / 1000 - hoursAgo * 3600;
    await utimes(directory, time, time);
    return directory;
  };

  const createUnfinishedPicture = async (name: string, hoursAgo: number) => {
    const file = getPath(`files/uploads/${name}.unfinished`);
    await writeFile(file, 'x');
    const time = Date.now() / 1000 - hoursAgo * 3600;
    await utimes(file, time, time);
    return file;
  };

  test('unfinished pictures that a killed command left behind are deleted by the next start of the service, if they are older than twelve hours', async () => {
    const listPictures = async () => (await readdir(getPath('files/uploads'))).sort();
    const recent = await createUnfinishedPicture(`recent.png.${randomUUID()}`, 1);
    const expected = await listPictures();
    await createUnfinishedPicture(`killed.png.${randomUUID()}`, 13);
    await getService().stop();
    await restart();
    await expect.poll(listPictures).toEqual(expected);
    await rm(recent);
  });

  test('the unfinished pictures of a restore, which have the dates of the originals, are not deleted by a start of the service', async () => {
    const restored = await createUnfinishedPicture('restored.png', 13);
    const killed = await createUnfinishedPicture(`killed.png.${randomUUID()}`, 13);
    await getService().stop();
    await restart();
    await expect.poll(() => existsSync(killed)).toBe(false);
    expect(existsSync(restored)).toBe(true);
    await rm(restored);
  });

  test('directories that a killed backup or restore left behind are deleted by a later backup or the next start of the service, if they are older than twelve hours', async () => {
    const recent = await createStagingDirectory('.backup-recent', 1);
    await createStagingDirectory('.restore-killed', 13);
    await backUp('after-killed');
    expect(await listStagingDirectories()).toEqual(['.backup-recent']);
    await createStagingDirectory('.backup-killed', 13);
    await getService().stop();
    await restart();
    await expect.poll(listStagingDirectories).toEqual(['.backup-recent']);
    await rm(recent, { recursive: true });
  });

  test('the unfinished file of a killed backup is replaced by a later backup of the same name', async () => {
    const unfinishedFile = path.join(backupDirectory, `${engine}-killed.tar.gz.unfinished`);
    await writeFile(unfinishedFile, 'x'.repeat(1_000_000));
    const { file, exitCode } = await backUp('killed');
    expect(exitCode).toBe(0);
    expect((await stat(file)).size).toBeLessThan(1_000_000);
    expect(await readdir(backupDirectory)).not.toContain(path.basename(unfinishedFile));
  });

  /** Starts a backup with the command, and interrupts the command while the backup is being made. */
  async function interruptBackup(file: string, signal: NodeJS.Signals): Promise<void> {
    const backup = spawn(process.execPath, [shopMain, 'backup', file], {
      env: { ...environment, ...getService().settings },
      stdio: 'ignore',
    });
    await expect.poll(listStagingDirectories).toHaveLength(1);
    backup.kill(signal);
    await once(backup, 'exit');
  }

  // Nothing outside the service can lock a table of the embedded database.
  const signals = engine === 'embedded' ? [] : (['SIGINT', 'SIGTERM', 'SIGHUP'] as const);
  test.each(signals)(
    'a backup that is interrupted by %s deletes its temporary directory, which contains personal data',
    async (signal) => {
      const { client } = await connectForLocking(getDatabaseUrl());
      // The backup waits for this table.
      await client.query('begin; lock table users in access exclusive mode');
      const file = path.join(backupDirectory, `${signal}.tar.gz`);
      await interruptBackup(file, signal);
      expect(await listStagingDirectories()).toEqual([]);
    },
  );

  // With PostgreSQL, the command makes the backup itself.
  test.each(engine === 'embedded' ? ['SIGINT' as const] : [])(
    'a backup made by the service is cancelled if the command that requested it is interrupted by %s',
    async (signal) => {
      // Compressing this file takes much longer than ending the command.
      const largeFile = await createFile('files/large.pdf', randomBytes(100_000_000));
      const file = path.join(backupDirectory, 'interrupted.tar.gz');
      await interruptBackup(file, signal);
      await expect.poll(listStagingDirectories).toEqual([]);
      expect(existsSync(file)).toBe(false);
      await rm(largeFile);
    },
  );

  test('a backup is not restored into the database of a running shop', async () => {
    const { file } = await backUp('running');
    const before = await fetchShop(call);
    const rejected = await runShop(getService().settings, 'restore', file);
    expect(rejected.exitCode).toBe(1);
    // Only one process can open the embedded database.
    const reason = engine === 'embedded' ? 'This DATA_DIR is in use' : 'The database is not empty';
    expect(rejected.stderr).toContain(reason);
    expect(await fetchShop(call)).toEqual(before);
  });

  test('a backup is not restored into a database with data', async () => {
    const { file } = await backUp('stopped');
    const before = await fetchShop(call);
    await getService().stop();
    const rejected = await runShop(getService().settings, 'restore', file);
    await restart();
    expect(rejected.exitCode).toBe(1);
    expect(rejected.stderr).toContain('The database is not empty');
    expect(await fetchShop(call)).toEqual(before);
  });
});

describe('restoring a backup', () => {
  let source: Settings;
  let target: Settings;
  let file: string;

  beforeAll(async () => {
    source = { DATA_DIR: await createCatalogueDirectory() };
    target = { DATA_DIR: await createEmptyDirectory() };
    file = path.join(backupDirectory, 'catalogue.tar.gz');
    await runShop(source, 'coupons', 'add', 'DIWALI15', '--discount', '15');
    await runShop(source, 'backup', file);
    return () => Promise.all([source, target].map(({ DATA_DIR = '' }) => removeDataDirectory(DATA_DIR)));
  });

  const readRestoreError = async (backup: string) => (await runShop(target, 'restore', backup)).stderr;

  test('of a shop without users skips the ids of any users who registered later', async () => {
    const settings = { DATA_DIR: await createEmptyDirectory() };
    onTestFinished(() => removeDataDirectory(settings.DATA_DIR));
    await runShop(settings, 'restore', file);
    const service = await startService(settings);
    const newUser = await register(createCall(service.url));
    await service.stop();
    // Users who registered after the backup would have the ids 1, 2 and so on.
    expect(newUser.id).toBeGreaterThan(1000);
  });

  test.each([
    ['help', 'restore'],
    ['restore', '--help'],
  ])('has a help text of its own, which "%s %s" prints', async (...args) => {
    const { exitCode, stdout } = await runShop(target, ...args);
    expect(stdout).toMatch(/^Usage: .*\n\n {2}restore FILE\n {6}restores a backup [^\n]*\n$/);
    expect(exitCode).toBe(0);
  });

  test('fails if an option is unknown, and prints the usage', async () => {
    const { exitCode, stderr } = await runShop(target, 'restore', file, '--dry-run');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^Unknown option '--dry-run'.*\nUsage: npm run shop -- restore FILE\n$/);
  });

  test('fails if the file does not exist, and creates no database', async () => {
    const dataDirectory = path.join(await createEmptyDirectory(), 'new');
    onTestFinished(() => removeDataDirectory(path.dirname(dataDirectory)));
    const { exitCode, stderr } = await runShop({ DATA_DIR: dataDirectory }, 'restore', 'missing.tar.gz');
    expect([exitCode, stderr]).toEqual([1, 'The file missing.tar.gz does not exist.\n']);
    expect(existsSync(dataDirectory)).toBe(false);
  });

  test('rejects a directory and a file that is no backup', async () => {
    expect(await readRestoreError(backupDirectory)).toBe(`${backupDirectory} is not a file.\n`);
    const text = path.join(backupDirectory, 'books.csv');
    await writeFile(text, 'id,mrp\n1,250\n'.repeat(200));
    expect(await readRestoreError(text)).toContain('books.csv is not a complete backup');
  });

  test('rejects a file that is incomplete, altered or made by a newer version', async () => {
    const incomplete = path.join(backupDirectory, 'incomplete.tar.gz');
    await cp(file, incomplete);
    await truncate(incomplete, 2000);
    expect(await readRestoreError(incomplete)).toContain('incomplete.tar.gz is not a complete backup');
    const altered = await alterBackup(file, 'altered', (manifest) => {
      for (const table of manifest.tables) table.rows += 1;
    });
    expect(await readRestoreError(altered)).toContain('The backup is damaged');
    const newer = await alterBackup(file, 'newer', (manifest) => {
      manifest.migration += 1;
    });
    expect(await readRestoreError(newer)).toContain('was made by a newer version');
  });

  test.each<[string, Parameters<typeof alterBackup>[2], Parameters<typeof alterBackup>[3], string]>([
    [
      'without the file of a table',
      () => {},
      (unpacked) => rm(path.join(unpacked, 'tables', 'users.ndjson')),
      'tables/users.ndjson is missing',
    ],
    [
      'with a row that is not JSON',
      () => {},
      (unpacked) => appendFile(path.join(unpacked, 'tables', 'coupons.ndjson'), '{"id": 2\n'),
      'coupons cannot be restored (invalid input syntax for type json)',
    ],
    [
      'with a row without a required value',
      () => {},
      (unpacked) => appendFile(path.join(unpacked, 'tables', 'coupons.ndjson'), '{"id": 2}\n'),
      'coupons cannot be restored (null value in column "name" of relation "coupons" violates not-null constraint)',
    ],
    [
      'with an unknown table',
      ({ tables: [table] }) => {
        if (table !== undefined) table.name = '../../../../etc/passwd';
      },
      undefined,
      'it contains an unknown table, ../../../../etc/passwd',
    ],
  ])('rejects a backup %s as damaged', async (problem, alter, alterFiles, reason) => {
    const damaged = await alterBackup(file, problem.replaceAll(' ', '-'), alter, alterFiles);
    expect(await readRestoreError(damaged)).toBe(`The backup is damaged: ${reason}\n`);
  });

  describe('into a directory with files', () => {
    let restored: { DATA_DIR: string };
    let backup: string;
    const secretFile = () => path.join(restored.DATA_DIR, 'gateway', 'session-secret');

    beforeEach(async () => {
      restored = { DATA_DIR: await createEmptyDirectory() };
      await mkdir(path.dirname(secretFile()));
      await writeFile(secretFile(), 'the previous secret');
      backup = await alterBackup(
        file,
        'with-files',
        () => {},
        async (unpacked) => {
          await mkdir(path.join(unpacked, 'data', 'gateway'), { recursive: true });
          await writeFile(path.join(unpacked, 'data', 'gateway', 'session-secret'), 'a secret');
          await mkdir(path.join(unpacked, 'data', 'files', 'uploads'), { recursive: true });
          await writeFile(path.join(unpacked, 'data', 'files', 'uploads', 'cover.png'), 'a cover');
        },
      );
      return () => removeDataDirectory(restored.DATA_DIR);
    });

    test('overwrites those that the backup contains, and keeps the others', async () => {
      const ownFile = path.join(restored.DATA_DIR, 'files', 'own.png');
      await mkdir(path.dirname(ownFile));
      await writeFile(ownFile, 'a picture');
      expect((await runShop(restored, 'restore', backup)).stderr).toBe('');
      expect(await readFile(secretFile(), 'utf8')).toBe('a secret');
      expect(await readdir(path.dirname(secretFile()))).toEqual(['session-secret']);
      expect(await readFile(ownFile, 'utf8')).toBe('a picture');
    });

    test('changes none of them if a table of the backup lacks a row', async () => {
      const damaged = await alterBackup(backup, 'damaged', (manifest) => {
        for (const table of manifest.tables) table.rows += 1;
      });
      expect((await runShop(restored, 'restore', damaged)).stderr).toContain('The backup is damaged');
      expect(await readFile(secretFile(), 'utf8')).toBe('the previous secret');
      expect(await readdir(path.dirname(secretFile()))).toEqual(['session-secret']);
    });

    test('changes nothing if the disk for the files is missing', async () => {
      const link = path.join(restored.DATA_DIR, 'files');
      await symlink(path.join(backupDirectory, 'missing-disk'), link);
      // No row is restored before the files are copied: a transaction that waits for many files would time out.
      expect(await runShop(restored, 'restore', backup)).toMatchObject({ exitCode: 1, stdout: '' });
      expect(await readFile(secretFile(), 'utf8')).toBe('the previous secret');
      await rm(link);
      // The database is still empty.
      expect((await runShop(restored, 'restore', backup)).stderr).toBe('');
    });
  });

  test('ignores files in the archive that a backup should not contain, such as shop.json', async () => {
    const restored = { DATA_DIR: await createEmptyDirectory() };
    onTestFinished(() => removeDataDirectory(restored.DATA_DIR));
    const extended = await alterBackup(
      file,
      'extended',
      () => {},
      async (unpacked) => {
        await mkdir(path.join(unpacked, 'data'), { recursive: true });
        await writeFile(path.join(unpacked, 'data', 'shop.json'), '{}');
      },
    );
    expect((await runShop(restored, 'restore', extended)).stderr).toBe('');
    expect(existsSync(path.join(restored.DATA_DIR, 'shop.json'))).toBe(false);
  });

  test('accepts a file made by an older version, without a column that was added since', async () => {
    const older = await alterBackup(file, 'older', (manifest) => {
      manifest.migration -= 1;
      const coupons = manifest.tables.find(({ name }) => name === 'coupons');
      if (coupons !== undefined) coupons.columns = coupons.columns.filter((column) => column !== 'ended_at');
    });
    const restored = { DATA_DIR: await createEmptyDirectory() };
    onTestFinished(() => removeDataDirectory(restored.DATA_DIR));
    expect((await runShop(restored, 'restore', older)).stderr).toBe('');
    expect((await runShop(restored, 'coupons', 'list')).stdout).toContain('DIWALI15');
  });

  test('restores the files behind symbolic links, including a link to a directory outside DATA_DIR', async () => {
    const directory = { DATA_DIR: await createCatalogueDirectory() };
    const restored = { DATA_DIR: await createEmptyDirectory() };
    const outside = path.join(backupDirectory, 'outside');
    await mkdir(path.join(outside, 'uploads'), { recursive: true });
    await writeFile(path.join(outside, 'uploads', 'cover.png'), 'a cover');
    const files = path.join(directory.DATA_DIR, 'files');
    await rm(files, { recursive: true, force: true });
    await symlink(outside, files);
    await symlink('cover.png', path.join(outside, 'uploads', 'same.png'));
    const backup = path.join(backupDirectory, 'links.tar.gz');
    try {
      expect((await runShop(directory, 'backup', backup)).stderr).toBe('');
      expect((await runShop(restored, 'restore', backup)).stderr).toBe('');
      for (const name of ['cover.png', 'same.png']) {
        const file = path.join(restored.DATA_DIR, 'files', 'uploads', name);
        expect(await readFile(file, 'utf8')).toBe('a cover');
      }
    } finally {
      await Promise.all([directory, restored].map(({ DATA_DIR }) => removeDataDirectory(DATA_DIR)));
    }
  });

  test('restores the files behind symbolic links in a backup made by an older version', async () => {
    const restored = { DATA_DIR: await createEmptyDirectory() };
    const earlier = await alterBackup(
      file,
      'earlier',
      () => {},
      async (unpacked) => {
        const uploads = path.join(unpacked, 'data', 'files', 'uploads');
        await mkdir(uploads, { recursive: true });
        await writeFile(path.join(uploads, 'cover.png'), 'a cover');
        await symlink('cover.png', path.join(uploads, 'same.png'));
      },
    );
    try {
      expect((await runShop(restored, 'restore', earlier)).stderr).toBe('');
      const same = path.join(restored.DATA_DIR, 'files', 'uploads', 'same.png');
      expect(await readFile(same, 'utf8')).toBe('a cover');
    } finally {
      await removeDataDirectory(restored.DATA_DIR);
    }
  });
});

const manifestSchema = z.looseObject({
  migration: z.number(),
  tables: z.array(z.looseObject({ name: z.string(), rows: z.number(), columns: z.array(z.string()) })),
});

/** Copies a backup, and changes the manifest and optionally the files of the copy. */
async function alterBackup(
  file: string,
  name: string,
  change: (manifest: z.output<typeof manifestSchema>) => void,
  changeFiles: (directory: string) => Promise<void> = async () => {},
): Promise<string> {
  const content = await mkdtemp(path.join(backupDirectory, 'content-'));
  await extract({ file, cwd: content });
  const manifestFile = path.join(content, 'manifest.json');
  const manifest = manifestSchema.parse(JSON.parse(await readFile(manifestFile, 'utf8')));
  change(manifest);
  await writeFile(manifestFile, JSON.stringify(manifest));
  await changeFiles(content);
  const altered = path.join(backupDirectory, `${name}-${path.basename(file)}`);
  await create({ gzip: true, file: altered, cwd: content }, await readdir(content));
  return altered;
}
