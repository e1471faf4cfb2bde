import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { collectOutput } from './child-process.ts';
import {
  chromium,
  installMissing,
  openssl,
  pgbouncer,
  postgresql,
  redisServer,
} from './external-programs.ts';
import { environment } from './rest-api/service.ts';

/**
 * `npm test`: runs all tests while it checks types, lint and conventions. Arguments are passed to Vitest
 * (`npm test -- --project gateway`). The last line is `N passed, N failed`, followed by `, N skipped` if tests were
 * skipped, for example because an external program is missing.
 */

const root = path.dirname(import.meta.dirname);
const outputDirectory = path.join(root, 'tests', 'output');
const resultsFile = path.join(outputDirectory, 'results.json');

const vitestResultsSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

interface CheckResult {
  name: string;
  passed: boolean;
  seconds: number;
  /** What the tool printed. */
  output: string;
}

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const externalPrograms = [chromium, postgresql, pgbouncer, redisServer, openssl];
installMissing(externalPrograms);
const checks = [
  check('Types', 'tsc', []),
  check('Lint and format', 'biome', ['check', '--error-on-warnings', '.']),
  check('Conventions', 'node', ['tests/conventions/check.ts']),
];
const counts = [await runTests(process.argv.slice(2)), ...(await Promise.all(checks)).map(report)];
const total = counts.reduce((sum, count) => ({
  passed: sum.passed + count.passed,
  failed: sum.failed + count.failed,
  skipped: sum.skipped + count.skipped,
}));
for (const program of externalPrograms.filter((candidate) => candidate.find() === undefined)) {
  console.log(`\nSKIPPED: ${program.dependentTests}. ${program.installationHint}`);
}
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
process.exitCode = total.failed > 0 ? 1 : 0;

/** Runs a check while Vitest runs, so its output is reported only after Vitest's. */
async function check(name: string, command: string, args: string[]): Promise<CheckResult> {
  const startedAt = performance.now();
  const child = startTool(command, args, 'pipe');
  const getOutput = collectOutput(child);
  const [exitCode] = await once(child, 'close');
  const seconds = (performance.now() - startedAt) / 1000;
  return { name, passed: exitCode === 0, seconds, output: getOutput() };
}

function report({ name, passed, seconds, output }: CheckResult): Count {
  process.stdout.write(output);
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

async function runTests(args: string[]): Promise<Count> {
  rmSync(outputDirectory, { recursive: true, force: true });
  mkdirSync(outputDirectory, { recursive: true });
  const vitestArgs = ['run', '--reporter=default', '--reporter=json', `--outputFile=${resultsFile}`];
  const [exitCode] = await once(startTool('vitest', [...vitestArgs, ...args], 'inherit'), 'close');
  const count = readCounts();
  // A run that fails without a failed test, for example during setup, counts as a failure too.
  return exitCode === 0 || count.failed > 0 ? count : { ...count, failed: 1 };
}

function readCounts(): Count {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(resultsFile, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = vitestResultsSchema.parse(json);
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests,
  };
}

/** Starts a tool in node_modules, with the Node.js that is installed there. */
function startTool(tool: string, args: string[], stdio: 'inherit' | 'pipe'): ChildProcess {
  const binaries = path.join(root, 'node_modules', '.bin');
  return spawn(path.join(binaries, tool), args, {
    cwd: root,
    stdio,
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ...environment,
      PATH: `${binaries}${path.delimiter}${process.env.PATH ?? ''}`,
    },
  });
}
