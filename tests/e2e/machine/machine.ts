import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findOnPath } from '../../external-programs.ts';
import { setUpRedis } from '../../gateway/redis.ts';
import { findFreePort } from '../../listen.ts';
import { postgresqlBinaryDir, startPostgresql } from '../../rest-api/postgresql.ts';

/** A simulated machine: a folder in which the commands of docs/operations.md run. */
export interface Machine {
  /** The URLs of the two gateways. */
  readonly gateways: readonly [string, string];
  /** The URL of the REST service. */
  readonly restApi: string;
  /** Runs shell commands and returns their output. @throws Error with the output if one fails. */
  run(commands: string): Promise<string>;
  /** Converts the path of a file on the machine to its real path. */
  resolvePath(file: string): string;
  /** Stops all services and removes the folder. */
  remove(): Promise<void>;
}

const repository = path.join(import.meta.dirname, '..', '..', '..');
const execute = promisify(execFile);

/** The shop's folders, and the system's folders that the commands write to. */
const machineFolders =
  /(?<![\w.])\/(srv\/bookshop|etc\/(?:bookshop|systemd\/system|caddy|cron\.d)|var\/(?:lib|backups)\/bookshop|usr\/local\/bin|root)\b/g;

/** Entries that are not copied into a release. Its `node_modules` is hard-linked instead. */
const excludedEntries = new Set(['.git', '.data', 'node_modules', 'tests']);

/**
 * Creates a machine with PostgreSQL and Redis, on free ports. Substitutes replace the commands that would change the
 * system, and `git`: `git clone` copies this repository with its installed dependencies and its build, so that no test
 * needs a package registry.
 */
export async function createMachine(): Promise<Machine> {
  // Hard links to the dependencies require the same file system as the repository.
  await mkdir(path.join(repository, 'tests', 'output'), { recursive: true });
  const root = await mkdtemp(path.join(repository, 'tests', 'output', 'machine-'));
  const createFolder = async (name: string) => {
    await mkdir(path.join(root, name), { recursive: true });
    return path.join(root, name);
  };
  const [programs, state, units] = [
    await createFolder('programs'),
    await createFolder('run'),
    await createFolder('etc/systemd/system'),
  ];
  for (const name of ['usr/local/bin', 'etc/caddy', 'etc/cron.d', 'var/lib', 'root'])
    await createFolder(name);
  const [postgresql, redis] = await Promise.all([startPostgresql(postgresqlBinaryDir ?? ''), setUpRedis()]);
  // The default of a new installation.
  await redis.configure('appendonly', 'no');
  const postgresqlPort = new URL(postgresql.url).port;
  const redisPort = new URL(redis.url).port;
  const [firstGatewayPort, secondGatewayPort, restApiPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const ports = new Map([
    ['4001', String(firstGatewayPort)],
    ['4002', String(secondGatewayPort)],
    ['27443', String(restApiPort)],
    ['5432', postgresqlPort],
    ['6379', redisPort],
  ]);
  const replacePathsAndPorts = (text: string) =>
    text
      .replaceAll(machineFolders, `${root}/$1`)
      .replaceAll(/\b\d{4,5}\b/g, (port) => ports.get(port) ?? port);
  const resolvePath = (file: string) => path.join(root, file);

  const release = await prepareRelease(resolvePath('release'), replacePathsAndPorts);
  const psql = `${path.join(postgresqlBinaryDir ?? '', 'psql')} -h 127.0.0.1 -p ${postgresqlPort} -U shop -d postgres -q`;
  const substitutes = {
    'apt-get': 'true',
    useradd: 'true',
    // `sudo`, `setpriv` and `install` drop the options that select a user, because the test has only one.
    sudo: 'shift 2; exec "$@"',
    // The shop's user, as whom `setpriv` runs commands, cannot read root's files.
    setpriv: `shift 3; case " $*" in *" ${resolvePath('root')}/"*) echo "$*: Permission denied" >&2; exit 1;; esac; exec "$@"`,
    install: `[ "$1 $2" = "-d -o" ] && { shift 5; exec mkdir -p "$@"; }; exec /usr/bin/install "$@"`,
    psql: `exec ${psql} "$@"`,
    'redis-cli': `exec ${findOnPath('redis-cli')} -p ${redisPort} "$@"`,
    // Hard-links the release, except the files that `npm run build` and `npm prune` change in place.
    git: `cp -al ${release} "$3"; for file in node_modules/.package-lock.json node_modules/.prepared.json web/dist; do rm -r "$3/$file"; cp -a ${release}/$file "$3/$file"; done`,
    systemctl: `exec ${process.execPath} ${path.join(import.meta.dirname, 'systemctl.ts')} ${units} ${state} "$@"`,
  };
  for (const [name, commands] of Object.entries(substitutes)) {
    await writeFile(path.join(programs, name), `#!/bin/sh\n${commands}\n`, { mode: 0o755 });
  }
  const env = {
    PATH: [programs, resolvePath('usr/local/bin'), path.dirname(process.execPath), process.env.PATH].join(
      ':',
    ),
    HOME: process.env.HOME,
    // Saves compiling the same code again for each command and each start of a service.
    NODE_COMPILE_CACHE: resolvePath('compile-cache'),
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
  return {
    gateways: [`http://127.0.0.1:${firstGatewayPort}`, `http://127.0.0.1:${secondGatewayPort}`],
    restApi: `http://127.0.0.1:${restApiPort}`,
    resolvePath,
    run: async (commands) => {
      try {
        const script = `set -eu\n${replacePathsAndPorts(commands)}`;
        return (await execute('bash', ['-c', script], { cwd: root, env, maxBuffer: 1e8 })).stdout;
      } catch (error) {
        const { stdout = '', stderr = '' }: { stdout?: string; stderr?: string } = Object(error);
        throw new Error(`${stdout}${stderr}${await readLogs(state)}`);
      }
    },
    remove: async () => {
      const services = (await readdir(state)).filter((file) => file.endsWith('.pid'));
      const names = services.map((file) => file.slice(0, -'.pid'.length));
      await execute(path.join(programs, 'systemctl'), ['stop', ...names]);
      await Promise.all([postgresql.stop(), redis.remove()]);
      await rm(root, { recursive: true, force: true });
    },
  };
}

/**
 * Copies the repository with its dependencies and its build, and replaces the paths and ports in the files for
 * operators.
 */
async function prepareRelease(
  release: string,
  replacePathsAndPorts: (text: string) => string,
): Promise<string> {
  for (const name of await readdir(repository)) {
    if (!excludedEntries.has(name))
      await cp(path.join(repository, name), path.join(release, name), { recursive: true });
  }
  await execute('cp', ['-al', path.join(repository, 'node_modules'), path.join(release, 'node_modules')]);
  const deploy = path.join(release, 'deploy');
  for (const entry of await readdir(deploy, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const adapted = replacePathsAndPorts(await readFile(file, 'utf8'));
    await writeFile(file, adapted);
  }
  return release;
}

async function readLogs(state: string): Promise<string> {
  const logs = (await readdir(state)).filter((file) => file.endsWith('.log'));
  const texts = await Promise.all(
    logs.map(async (file) => `\n${file}:\n${(await readFile(path.join(state, file), 'utf8')).slice(-3000)}`),
  );
  return texts.join('');
}
