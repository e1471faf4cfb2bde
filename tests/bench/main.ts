import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { type Measurement, measurement } from './measurement.ts';

/**
 * `npm run bench [-- NAME …]`: runs each bench in a process of its own, one after another, and prints what
 * was measured, as ratios within one run wherever there is something to compare with. The exit code is 1
 * when a bound is missed or a bench breaks.
 */

const benches: Readonly<Record<string, string>> = {
  rest: './rest.ts',
  gateway: './gateway.ts',
  lighthouse: './lighthouse.ts',
};

// Ctrl+C ends the bench, which the terminal tells too; then this process clears up and ends.
process.on('SIGINT', () => undefined);

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
    if (exitCode === 'SIGINT') return 1;
    allHold &&= exitCode === 0 && lines.every(({ holds }) => holds !== false);
  }
  console.log(allHold ? '\nEvery bound holds.' : '\nA bound is missed.');
  return allHold ? 0 : 1;
}

async function run(file: string): Promise<{ lines: Measurement[]; exitCode: unknown }> {
  // One folder for all that a bench makes, so that nothing stays behind, however it ends. Others must be
  // able to reach their data in it: PostgreSQL runs as another user.
  const scratch = await mkdtemp(path.join(tmpdir(), 'bench-'));
  await chmod(scratch, 0o755);
  try {
    const env = { ...process.env, TMPDIR: scratch, TEMP: scratch };
    const child = fork(path.join(import.meta.dirname, file), [], { env });
    const lines: Measurement[] = [];
    child.on('message', (message) => lines.push(measurement.parse(message)));
    const [exitCode, signal] = await once(child, 'close');
    return { lines, exitCode: exitCode ?? signal };
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
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
