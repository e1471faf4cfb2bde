import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { type Measurement, measurement } from './measurement.ts';

/**
 * `npm run bench [-- NAME …]`: runs each bench in a process of its own, one after another, and prints what
 * was measured, as ratios within one run wherever there is something to compare with. The exit code is 1
 * when a bound is missed or a bench breaks.
 */

const benches: Readonly<Record<string, string>> = { rest: './rest.ts' };

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}.`);
  process.exitCode = 1;
} else {
  process.exitCode = await runAll(chosen.length === 0 ? Object.keys(benches) : chosen);
}

async function runAll(names: readonly string[]): Promise<number> {
  console.log(`${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1)} before the start`);
  let allHold = true;
  for (const name of names) {
    const { lines, exitCode } = await run(benches[name] ?? '');
    console.log(`\n${name}\n${table(lines)}`);
    if (exitCode !== 0) console.log(`The bench ended with ${exitCode}.`);
    allHold &&= exitCode === 0 && lines.every(({ holds }) => holds !== false);
  }
  console.log(allHold ? '\nEvery bound holds.' : '\nA bound is missed.');
  return allHold ? 0 : 1;
}

async function run(file: string): Promise<{ lines: Measurement[]; exitCode: unknown }> {
  const child = fork(path.join(import.meta.dirname, file), []);
  const lines: Measurement[] = [];
  child.on('message', (message) => lines.push(measurement.parse(message)));
  const [exitCode] = await once(child, 'close');
  return { lines, exitCode };
}

function table(lines: readonly Measurement[]): string {
  const head = ['', 'measured', 'in the same run', 'ratio', 'asked for', ''];
  const rows = lines.map(({ what, measured, against, ratio, bound, holds }) => [
    what,
    measured,
    against ?? '',
    ratio?.toFixed(2) ?? '',
    bound ?? '',
    holds === undefined ? '' : holds ? '✓' : '✗ missed',
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
