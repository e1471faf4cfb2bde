import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { gatewayParts, isGatewayPart } from './gateway/parts.ts';
import { type Measurement, measurementSchema } from './measurement.ts';

/**
 * `npm run bench [-- NAME …]`: runs each benchmark in its own process, one after another, and prints the results, where
 * possible as a ratio to a reference in the same run. NAME can also be a part of the benchmark `gateway`. That
 * benchmark then runs only the named parts. The exit code is 1 if a limit is not met, a benchmark fails or a name is
 * unknown.
 */

const benchmarks: Readonly<Record<string, string>> = {
  rest: './rest.ts',
  gateway: './gateway.ts',
  lighthouse: './lighthouse.ts',
  footprint: './footprint.ts',
};

// On Ctrl+C the terminal also signals the benchmark. This process waits for it, cleans up and then exits.
process.on('SIGINT', () => undefined);

const args = process.argv.slice(2);
const parts = args.filter(isGatewayPart);
const names = [...new Set(args.map((name) => (isGatewayPart(name) ? 'gateway' : name)))];
const unknownNames = names.filter((name) => !(name in benchmarks));
if (unknownNames.length > 0) {
  console.error(
    `Unknown benchmark: ${unknownNames.join(', ')}. The benchmarks are ${Object.keys(benchmarks).join(', ')}. ` +
      `The parts of gateway are ${gatewayParts.join(', ')}.`,
  );
  process.exitCode = 1;
} else {
  process.exitCode = await runAll(names.length === 0 ? Object.keys(benchmarks) : names);
}

async function runAll(names: readonly string[]): Promise<number> {
  console.log(`${availableParallelism()} processors, load average ${loadavg()[0]?.toFixed(1)}`);
  const problems: string[] = [];
  for (const name of names) {
    const { measurements, exitCodeOrSignal } = await run(name);
    console.log(`\n${name}\n${formatTable(measurements)}`);
    if (exitCodeOrSignal !== 0) problems.push(`The benchmark ${name} ended with ${exitCodeOrSignal}.`);
    if (exitCodeOrSignal === 'SIGINT') break;
    for (const measurement of measurements) {
      if (measurement.isMet === false)
        problems.push(`The limit is not met: ${describeMeasurement(measurement)}.`);
    }
  }
  console.log(`\n${problems.length === 0 ? 'All limits are met.' : problems.join('\n')}`);
  return problems.length === 0 ? 0 : 1;
}

async function run(name: string): Promise<{ measurements: Measurement[]; exitCodeOrSignal: unknown }> {
  // One folder for all files of a benchmark, so that nothing is left behind, however it ends. All users can access it,
  // because PostgreSQL may run as a different user.
  const temporaryFolder = await mkdtemp(path.join(tmpdir(), 'bench-'));
  await chmod(temporaryFolder, 0o755);
  try {
    const env = { ...process.env, TMPDIR: temporaryFolder, TEMP: temporaryFolder };
    const file = path.join(import.meta.dirname, benchmarks[name] ?? '');
    const child = fork(file, name === 'gateway' ? parts : [], { env });
    const measurements: Measurement[] = [];
    child.on('message', (message) => {
      const measurement = measurementSchema.parse(message);
      measurements.push(measurement);
      // A benchmark takes minutes, so each result is printed immediately. The table with all of them follows.
      console.error(`${measurement.name.trim()}: ${measurement.measured}`);
    });
    const [exitCode, signal] = await once(child, 'close');
    return { measurements, exitCodeOrSignal: exitCode ?? signal };
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

function describeMeasurement({ name, measured, reference, ratio, limit }: Measurement): string {
  const comparison = ratio === undefined ? '' : `, ${ratio.toFixed(2)} of ${reference}`;
  return `${name.trim()}: ${measured}${comparison}; ${limit}`;
}

function formatTable(measurements: readonly Measurement[]): string {
  const head = ['', 'measured', 'reference', 'ratio', 'limit', ''];
  const rows = measurements.map(({ name, measured, reference, ratio, limit, isMet }) => [
    name,
    measured,
    reference ?? '',
    ratio?.toFixed(2) ?? '',
    limit ?? '',
    isMet === undefined ? '' : isMet ? '✓' : '✗ not met',
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
