/**
 * The shop in development: serves the storefront from its sources with hot reload, restarts the gateway or the embedded
 * REST service when a file that it uses changes, and runs the code generator when its input changes.
 */

import { type ChildProcess, fork, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitWithError, print, stopOnSignal } from '../cli.ts';
import { extendEnvironment, readConfig } from '../config.ts';
import {
  choosePaymentProvider,
  describeLogin,
  type EmbeddedRestApi,
  startEmbeddedRestApi,
} from '../embedded-rest-api.ts';
import { createDataDir } from '../storage/data-dir.ts';

/** Several file events within this time count as one change. */
const debounceMs = 200;

/** Separate process groups, so that Ctrl-C reaches only this process, which stops the others in order. */
const childOptions = {
  detached: process.platform !== 'win32',
  stdio: ['ignore', 'inherit', 'inherit'],
} as const satisfies SpawnOptions;
const root = fileURLToPath(new URL('../..', import.meta.url));
let restApi: EmbeddedRestApi | undefined;
let gateway: ChildProcess | undefined;
/** The modules that Node.js has loaded in the gateway, some of them from `web/`. Vite reloads the others in `web/`. */
const gatewayModules = new Set<string>();
let isStopping = false;

try {
  const config = readConfig();
  stopOnSignal(stop);
  await createDataDir(config.dataDir);
  if (config.restApiUrl === undefined) {
    restApi = await startRestApi(config.dataDir);
  }
  for (const login of restApi?.demoLogins ?? []) print(`Sign in: ${describeLogin(login)}`);
  const environment = extendEnvironment({
    NODE_ENV: 'development',
    REST_API_URL: restApi?.url ?? config.restApiUrl ?? '',
    PAYMENT_PROVIDER: choosePaymentProvider(config, restApi) ?? '',
    DEMO_LOGIN: restApi?.demoLogins.map(({ contact, password }) => `${contact}:${password}`)[0] ?? '',
  });
  const generateCode = () => run('node_modules/.bin/graphql-codegen', '--silent', '--config', 'codegen.ts');
  const restartGateway = debounce(async () => {
    if (gateway !== undefined) print('Restarting the gateway …');
    await terminate(gateway);
    if (isStopping) return;
    const reportModules = new URL('./report-modules.ts', import.meta.url).href;
    gateway = fork('gateway/bin/gateway.ts', {
      cwd: root,
      env: environment,
      execArgv: ['--import', reportModules],
      ...childOptions,
      stdio: [...childOptions.stdio, 'ipc'],
    });
    gateway.on('message', (file: unknown) => gatewayModules.add(String(file)));
  });
  const regenerate = debounce(generateCode);
  const regenerateAndRestart = debounce(async () => {
    await generateCode();
    restartGateway();
  });
  if (restApi !== undefined) {
    // The gateway keeps running, so the service keeps its port.
    const settings = { REST_API_PORT: new URL(restApi.url).port };
    const restartRestApi = debounce(async () => {
      await restApi?.stop();
      if (isStopping) return;
      restApi = await startRestApi(config.dataDir, settings);
      print('The REST service has restarted.');
    });
    watchFiles('rest-api', (file) => /\.(ts|sql|json)$/.test(file), restartRestApi);
  }
  watchFiles('gateway', (file) => file.endsWith('.ts') && !file.startsWith('generated'), restartGateway);
  watchFiles('web', (file) => gatewayModules.has(path.join(root, 'web', file)), restartGateway);
  watchFiles('web', (file) => file.endsWith('.graphql'), regenerate);
  watchFiles('.', (file) => file === 'schema.graphql' || file === 'codegen.ts', regenerateAndRestart);
  restartGateway();
} catch (error) {
  await stop();
  exitWithError(error);
}

/** Starts the REST service. If it ends because of an error, the next change of its files starts it again. */
async function startRestApi(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedRestApi> {
  const service = await startEmbeddedRestApi(dataDir, settings);
  void service.unexpectedExit.then(print);
  return service;
}

/**
 * Calls `listener` when a matching file below a directory of the project changes. For `.`, only files directly in it
 * count.
 */
function watchFiles(directory: string, matches: (file: string) => boolean, listener: () => void): void {
  const recursive = directory !== '.';
  watch(`${root}${directory}`, { recursive }, (_, file) => {
    if (file !== null && matches(file.replaceAll('\\', '/'))) listener();
  });
}

/** Combines calls in quick succession into one, and never runs the task twice at the same time. */
function debounce(task: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let lastRun = Promise.resolve();
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      lastRun = lastRun.then(task).catch((error: unknown) => print(String(error)));
    }, debounceMs);
  };
}

async function run(script: string, ...args: string[]): Promise<void> {
  await once(spawn(process.execPath, [script, ...args], { cwd: root, ...childOptions }), 'exit');
}

async function terminate(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function stop(): Promise<void> {
  isStopping = true;
  await terminate(gateway);
  await restApi?.stop();
}
