import { execFileSync, spawn } from 'node:child_process';
import { chownSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { stopProcess, waitForOutput } from '../child-process.ts';
import { postgresql } from '../external-programs.ts';
import { findFreePort } from '../listen.ts';

/** A PostgreSQL server for tests. */
export interface PostgresqlServer {
  /** URL of the database `postgres`, which every server has. */
  readonly url: string;
  /** Creates an empty database and returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** Stops the server but keeps its data. */
  interrupt(): Promise<void>;
  resume(): Promise<void>;
  /** Stops the server and removes its data. */
  stop(): Promise<void>;
}

/** The directory of the PostgreSQL executables; undefined if PostgreSQL is not installed. */
export const postgresqlBinaryDir = postgresql.find();

const readyMessage = /ready to accept connections/;

/** The name of the database into which `catalogue.json` was imported, on the server that all tests share. */
export const catalogueDatabaseName = 'catalogue';

/** Starts a server with a new data directory on a free port. */
export async function startPostgresql(executableDirectory: string): Promise<PostgresqlServer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'rest-postgresql-'));
  const owner = findServerUser();
  if (owner !== undefined) chownSync(directory, owner.uid, owner.gid);
  const data = path.join(directory, 'data');
  const options = { ...owner, cwd: directory, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };
  execFileSync(
    path.join(executableDirectory, 'initdb'),
    ['-D', data, '-U', 'shop', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    { ...options, stdio: 'ignore' },
  );
  const port = await findFreePort();
  const spawnServer = () =>
    spawn(
      path.join(executableDirectory, 'postgres'),
      ['-D', data, '-p', String(port), '-k', directory, '-h', '127.0.0.1', '-c', 'fsync=off'],
      { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
    );
  let server = spawnServer();
  await waitForOutput(server, readyMessage);
  // A fast shutdown, which does not wait for clients.
  const interrupt = () => stopProcess(server, 'SIGINT');
  const url = `postgres://shop@127.0.0.1:${port}/postgres`;
  return {
    url,
    createDatabase: (name) => createDatabase(url, name),
    interrupt,
    resume: async () => {
      server = spawnServer();
      await waitForOutput(server, readyMessage);
    },
    stop: async () => {
      await interrupt();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Creates a database on the server with this URL, as a copy of the template. Returns the URL of the new database. */
export async function createDatabase(url: string, name: string, template = 'template1'): Promise<string> {
  const [newName, templateName] = [name, template].map(pg.escapeIdentifier);
  await runSql(url, `create database ${newName} template ${templateName}`);
  return Object.assign(new URL(url), { pathname: name }).href;
}

/** Runs a statement on the database with this URL. */
export async function runSql(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The user for servers that refuse to run as root, such as PostgreSQL; undefined if the tests don't run as root. */
export function findServerUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
