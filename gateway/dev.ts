/**
 * The shop for those who work on it: the storefront from its sources with hot reload, the gateway
 * started anew when one of its files changes, types and hooks made anew when the schema or a
 * `.graphql` document changes. Our own REST service stays up in between.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { environmentWith, readConfig } from './config.ts';
import { type RestService, startRestService } from './rest-service.ts';
import { fail, StartError, say, stopOnSignal } from './terminal.ts';

const children: ChildProcess[] = [];
let service: RestService | undefined;

try {
  const config = readConfig();
  stopOnSignal(stop);
  if (config.restApiUrl === undefined) {
    say(
      'Starting the REST service (the first start makes the database and the demo catalogue: some seconds) …',
    );
    service = await startRestService(config.dataDir);
    void service.died.then(async (what) => {
      await stop();
      fail(new StartError(what));
    });
  }
  for (const { contact, password, about } of service?.demoLogins ?? []) {
    say(`Sign in: contact ${contact}, password ${password}${about === undefined ? '' : ` (${about})`}`);
  }
  const environment = environmentWith({
    NODE_ENV: 'development',
    REST_API_URL: service?.url ?? config.restApiUrl ?? '',
  });
  run(
    process.execPath,
    [pathOf('../node_modules/.bin/graphql-codegen'), '--silent', '--watch', '--config', 'codegen.ts'],
    environment,
  );
  run(process.execPath, ['--watch', '--watch-preserve-output', pathOf('main.ts')], environment);
} catch (error) {
  await stop();
  fail(error);
}

function run(command: string, parameters: string[], env: NodeJS.ProcessEnv): void {
  const cwd = pathOf('..');
  const detached = process.platform !== 'win32';
  const child = spawn(command, parameters, { cwd, env, detached, stdio: ['ignore', 'inherit', 'inherit'] });
  children.push(child);
  process.once('exit', () => child.kill('SIGTERM'));
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

async function stop(): Promise<void> {
  const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  const ended = running.map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(ended);
  await service?.stop();
}
