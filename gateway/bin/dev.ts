/**
 * The shop for those who work on it: the storefront from its sources with hot reload, the gateway
 * started anew when one of its files or the schema changes, types and hooks made anew when the
 * schema or a `.graphql` document changes. Our own REST service stays up in between.
 */

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fail, StartupError, say, stopOnSignal } from '../cli.ts';
import { environmentWith, readConfig } from '../config.ts';
import { type RestService, startRestService } from '../embedded-rest-api.ts';
import { createDataDir } from '../storage/data-dir.ts';

/** Ctrl-C reaches this process alone, which then stops the others in order. */
const inBackground = {
  detached: process.platform !== 'win32',
  stdio: ['ignore', 'inherit', 'inherit'],
} as const satisfies SpawnOptions;
const root = fileURLToPath(new URL('../..', import.meta.url));
let service: RestService | undefined;
let gateway: ChildProcess | undefined;
let stopping = false;

try {
  const config = readConfig();
  stopOnSignal(stop);
  await createDataDir(config.dataDir);
  if (config.restApiUrl === undefined) {
    say(
      'Starting the REST service (the first start makes the database and the demo catalogue: some seconds) …',
    );
    service = await startRestService(config.dataDir);
    void service.died.then(async (what) => {
      await stop();
      fail(new StartupError(what));
    });
  }
  for (const { contact, password, about } of service?.demoLogins ?? []) {
    say(`Sign in: contact ${contact}, password ${password}${about === undefined ? '' : ` (${about})`}`);
  }
  const environment = environmentWith({
    NODE_ENV: 'development',
    REST_API_URL: service?.url ?? config.restApiUrl ?? '',
  });
  const generate = () => run('node_modules/.bin/graphql-codegen', '--silent', '--config', 'codegen.ts');
  const restart = oneAfterTheOther(async () => {
    await end(gateway);
    if (stopping) return;
    gateway = spawn(process.execPath, ['gateway/bin/gateway.ts'], {
      cwd: root,
      env: environment,
      ...inBackground,
    });
  });
  const regenerate = oneAfterTheOther(generate);
  const regenerateAndRestart = oneAfterTheOther(async () => {
    await generate();
    restart();
  });
  onChange('gateway', (file) => file.endsWith('.ts') && !file.startsWith('generated'), restart);
  onChange('web', (file) => file.endsWith('.graphql'), regenerate);
  onChange('.', (file) => file === 'schema.graphql' || file === 'codegen.ts', regenerateAndRestart);
  restart();
} catch (error) {
  await stop();
  fail(error);
}

/** Calls back when a file below a folder of the project changes; the root's own folders are left out. */
function onChange(folder: string, isMeant: (file: string) => boolean, act: () => void): void {
  const recursive = folder !== '.';
  watch(`${root}${folder}`, { recursive }, (_, file) => {
    if (file !== null && isMeant(file.replaceAll('\\', '/'))) act();
  });
}

/** Gathers the many calls of one save into one, and never runs twice at once. */
function oneAfterTheOther(work: () => Promise<void>): () => void {
  let soon: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  return () => {
    clearTimeout(soon);
    soon = setTimeout(() => {
      last = last.then(work).catch((error: unknown) => say(String(error)));
    }, 200);
  };
}

async function run(file: string, ...parameters: string[]): Promise<void> {
  await once(spawn(process.execPath, [file, ...parameters], { cwd: root, ...inBackground }), 'exit');
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function stop(): Promise<void> {
  stopping = true;
  await end(gateway);
  await service?.stop();
}
