import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** A program that tests use as a shopper's or a bookseller's machine would have it. */
export interface RealPart {
  /** What is skipped without it. */
  name: string;
  /** Where it is on this machine; undefined when it is not there. */
  find(): string | undefined;
  debianPackage: string;
  /** What to do where it is missing. */
  advice: string;
}

/** The browser. `CHROMIUM_PATH` names one that is elsewhere. */
export const chromium: RealPart = {
  name: 'the tests in a browser',
  find: () =>
    process.env.CHROMIUM_PATH === undefined
      ? chromiumPlaces.find((place) => existsSync(place))
      : existing(process.env.CHROMIUM_PATH),
  debianPackage: 'chromium',
  advice:
    'Install Chromium (Debian and Ubuntu: `sudo apt-get install chromium`) or name a Chromium or Chrome in CHROMIUM_PATH.',
};

/** The folder of PostgreSQL's programs. The tests start a server of their own with them. */
export const postgresql: RealPart = {
  name: 'the tests on PostgreSQL',
  find: () =>
    postgresqlPlaces().find((place) =>
      ['initdb', 'postgres'].every((program) => existsSync(path.join(place, program))),
    ),
  debianPackage: 'postgresql',
  advice:
    "Install PostgreSQL's server (Debian and Ubuntu: `sudo apt-get install postgresql`) or put its programs on the PATH.",
};

/** Redis' server. The tests start servers of their own with it. */
export const redisServer: RealPart = {
  name: 'the tests of several gateways over one Redis',
  find: () => onPath('redis-server'),
  debianPackage: 'redis-server',
  advice:
    "Install Redis' server (Debian and Ubuntu: `sudo apt-get install redis-server`) or put `redis-server` on the PATH.",
};

/** Makes the certificates that the tests of encrypted connections use. */
export const openssl: RealPart = {
  name: 'the tests of encrypted connections',
  find: () => onPath('openssl'),
  debianPackage: 'openssl',
  advice: 'Install OpenSSL (Debian and Ubuntu: `sudo apt-get install openssl`).',
};

/** Installs Debian's packages for what is missing, where that needs nobody's leave: as root on Debian. */
export function installMissing(parts: readonly RealPart[]): void {
  const packages = parts.filter((part) => part.find() === undefined).map((part) => part.debianPackage);
  const asRootOnDebian =
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
  if (packages.length === 0 || !asRootOnDebian) return;
  console.log(`Installing Debian's ${packages.join(', ')} …`);
  const options: SpawnSyncOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-q'], options);
  spawnSync('apt-get', ['install', '-y', '-q', ...packages], options);
}

const chromiumPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

function postgresqlPlaces(): string[] {
  const versions = '/usr/lib/postgresql';
  const debians = existsSync(versions)
    ? readdirSync(versions).map((version) => path.join(versions, version, 'bin'))
    : [];
  return [...debians, ...pathFolders()];
}

/** Where a program is that the PATH leads to; undefined where it leads to none. */
export function onPath(program: string): string | undefined {
  return pathFolders()
    .map((folder) => path.join(folder, program))
    .find((place) => existsSync(place));
}

function pathFolders(): string[] {
  return (process.env.PATH ?? '').split(path.delimiter);
}

function existing(place: string): string | undefined {
  return existsSync(place) ? place : undefined;
}
