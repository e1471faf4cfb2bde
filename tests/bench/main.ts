import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { type Measurement, measurement } from './measurement.ts';

/**
 * `npm run bench [-- NAME …]`: runs each benchmark in its own process, one after another, and prints the results,
 * where possible as a ratio to a reference in the same run. The exit code is 1 if a limit is missed or a benchmark
 * fails.
 */

const benchmarks: Readonly<Record<string, string>> = {
  rest: './rest.ts',
  gateway: './gateway.ts',
  lighthouse: './lighthouse.ts',
};

// On Ctrl+C the terminal also signals the benchmark. This process waits for it, cleans up and then exits.
process.on('SIGINT', () => undefined);

const names = process.argv.slice(2);
const unknownNames = names.filter((name) => !(name in benchmarks));
if (unknownNames.length > 0) {
  const known = Object.keys(benchmarks).join(', ');
  console.error(`Unknown benchmark: ${unknownNames.join(', ')}. The benchmarks are: ${known}.`);
  process.exitCode = 1;
} else {
  process.exitCode = await runAll(names.length === 0 ? Object.keys(benchmarks) : names);
}

async function runAll(names: readonly string[]): Promise<number> {
  console.log(`${availableParallelism()} processors, load average ${loadavg()[0]?.toFixed(1)}`);
  let allMet = true;
  for (const name of names) {
    const { lines, exitCode } = await run(benchmarks[name] ?? '');
    console.log(`\n${name}\n${table(lines)}`);
    if (exitCode !== 0) console.log(`The benchmark exited with ${exitCode}.`);
    if (exitCode === 'SIGINT') return 1;
    allMet &&= exitCode === 0 && lines.every(({ isMet }) => isMet !== false);
  }
  console.log(allMet ? '\nAll limits are met.' : '\nSome limits are missed.');
  return allMet ? 0 : 1;
}

async function run(file: string): Promise<{ lines: Measurement[]; exitCode: unknown }> {
  // One folder for all files of a benchmark, so that nothing is left behind, however it ends. It is accessible to
  // other users because PostgreSQL runs as one.
  const temporaryFolder = await mkdtemp(path.join(tmpdir(), 'bench-'));
  await chmod(temporaryFolder, 0o755);
  try {
    const env = { ...process.env, TMPDIR: temporaryFolder, TEMP: temporaryFolder };
    const child = fork(path.join(import.meta.dirname, file), [], { env });
    const lines: Measurement[] = [];
    child.on('message', (message) => lines.push(measurement.parse(message)));
    const [exitCode, signal] = await once(child, 'close');
    return { lines, exitCode: exitCode ?? signal };
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

function table(lines: readonly Measurement[]): string {
  const head = ['', 'measured', 'reference', 'ratio', 'limit', ''];
  const rows = lines.map(({ name, measured, reference, ratio, limit, isMet }) => [
    name,
    measured,
    reference ?? '',
    ratio?.toFixed(2) ?? '',
    limit ?? '',
    isMet === undefined ? '' : isMet ? '✓' : '✗ missed',
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
