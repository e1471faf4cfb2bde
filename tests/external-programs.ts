import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** A program that is not an npm package but that some tests need. */
interface ExternalProgram {
  /** The tests that are skipped without it. */
  dependentTests: string;
  /** Returns its path, or undefined if it is not installed. */
  find(): string | undefined;
  debianPackage: string;
  installationHint: string;
}

/**
 * The browser. `CHROMIUM_PATH` overrides the usual paths. Chromium's headless shell is preferred: it is the same
 * browser without a user interface, and loads a page with less than half of the CPU time.
 */
export const chromium: ExternalProgram = {
  dependentTests: 'the tests in a browser',
  find: () =>
    process.env.CHROMIUM_PATH === undefined
      ? chromiumPaths.find((file) => existsSync(file))
      : returnIfExists(process.env.CHROMIUM_PATH),
  debianPackage: 'chromium-headless-shell',
  installationHint:
    'Install Chromium (Debian: `sudo apt-get install chromium-headless-shell`) or set CHROMIUM_PATH to the path of Chromium or Chrome.',
};

/** The PostgreSQL server. `find` returns the folder of its programs. */
export const postgresql: ExternalProgram = {
  dependentTests: 'the tests on PostgreSQL',
  find: () =>
    listPostgresqlFolders().find((folder) =>
      ['initdb', 'postgres'].every((program) => existsSync(path.join(folder, program))),
    ),
  debianPackage: 'postgresql',
  installationHint:
    'Install the PostgreSQL server (Debian and Ubuntu: `sudo apt-get install postgresql`) or put its programs on the PATH.',
};

/** The connection pooler for PostgreSQL. */
export const pgbouncer: ExternalProgram = {
  dependentTests: 'the tests with PgBouncer',
  // Debian installs it in a folder that is not on the PATH of all users.
  find: () => findOnPath('pgbouncer') ?? returnIfExists('/usr/sbin/pgbouncer'),
  debianPackage: 'pgbouncer',
  installationHint:
    'Install PgBouncer (Debian and Ubuntu: `sudo apt-get install pgbouncer`) or put `pgbouncer` on the PATH.',
};

/** The Redis server. */
export const redisServer: ExternalProgram = {
  dependentTests: 'the tests with Redis',
  find: () => findOnPath('redis-server'),
  debianPackage: 'redis-server',
  installationHint:
    'Install the Redis server (Debian and Ubuntu: `sudo apt-get install redis-server`) or put `redis-server` on the PATH.',
};

/** Creates the certificates for tests of encrypted connections. */
export const openssl: ExternalProgram = {
  dependentTests: 'the tests of encrypted connections',
  find: () => findOnPath('openssl'),
  debianPackage: 'openssl',
  installationHint: 'Install OpenSSL (Debian and Ubuntu: `sudo apt-get install openssl`).',
};

/** Installs the packages of missing programs, but only as root, who needs no password, and only on Debian or Ubuntu. */
export function installMissing(programs: readonly ExternalProgram[]): void {
  const packages = programs
    .filter((program) => program.find() === undefined)
    .map((program) => program.debianPackage);
  const isRootOnDebian =
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
  if (packages.length === 0 || !isRootOnDebian) return;
  console.log(`Installing the Debian packages ${packages.join(', ')} …`);
  const options: SpawnSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-q'], options);
  // One by one, so that the others are installed even if one is unknown: Ubuntu has no `chromium-headless-shell`.
  for (const name of packages) spawnSync('apt-get', ['install', '-y', '-q', name], options);
}

const chromiumPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

function listPostgresqlFolders(): string[] {
  const debianFolder = '/usr/lib/postgresql';
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  return [...versions.map((version) => path.join(debianFolder, version, 'bin')), ...listPathFolders()];
}

/** Returns the path of a program in PATH, or undefined if there is none. */
export function findOnPath(program: string): string | undefined {
  return listPathFolders()
    .map((folder) => path.join(folder, program))
    .find((file) => existsSync(file));
}

function listPathFolders(): string[] {
  return (process.env.PATH ?? '').split(path.delimiter);
}

function returnIfExists(file: string): string | undefined {
  return existsSync(file) ? file : undefined;
}
