/**
 * A substitute for systemctl, for tests of the unit files: `node systemctl.ts UNITS STATE enable --now NAME …`, for
 * example. It starts and stops services according to the unit files in the folder UNITS, and stores their process ids
 * and logs in the folder STATE.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';

const [units = '', state = '', command = '', ...args] = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith('-'));

for (const name of names) {
  // The simulated machine runs no Caddy.
  if (name === 'caddy') continue;
  if (command === 'restart' || command === 'stop') await stop(name);
  if (command === 'restart' || command === 'enable') start(name);
}

function start(name: string): void {
  const [template = '', instance = ''] = name.split('@');
  const file = path.join(units, `${name.includes('@') ? `${template}@` : name}.service`);
  const unit = readFileSync(file, 'utf8').replaceAll('%i', instance);
  const read = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const [program = '', ...programArguments] = (read('ExecStart')[0] ?? '').split(' ');
  // As with systemd, the settings in an `EnvironmentFile` override those in the unit.
  const settings = [...read('Environment'), ...read('EnvironmentFile').flatMap(readSettings)];
  // systemd itself would create the data directory, because of `StateDirectory`.
  for (const setting of settings.filter((candidate) => candidate.startsWith('DATA_DIR='))) {
    mkdirSync(setting.slice('DATA_DIR='.length), { recursive: true });
  }
  const log = openSync(path.join(state, `${name}.log`), 'a');
  const child = spawn(program, programArguments, {
    cwd: read('WorkingDirectory')[0],
    env: {
      ...Object.fromEntries(settings.map(parseSetting)),
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    },
    stdio: ['ignore', log, log],
    detached: true,
  });
  writeFileSync(path.join(state, `${name}.pid`), String(child.pid));
  child.unref();
}

async function stop(name: string): Promise<void> {
  const file = path.join(state, `${name}.pid`);
  if (!existsSync(file)) return;
  const processId = Number(readFileSync(file, 'utf8'));
  if (isRunning(processId)) process.kill(processId, 'SIGTERM');
  while (isRunning(processId)) await setTimeout(20);
  rmSync(file);
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

function readSettings(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line));
}

function parseSetting(line: string): [string, string] {
  const separator = line.indexOf('=');
  return [line.slice(0, separator), line.slice(separator + 1).replaceAll(/^"|"$/g, '')];
}
