import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { chromium, installMissing, openssl, postgresql, redisServer } from './external-programs.ts';
import { environment } from './rest-api/service.ts';

/**
 * `npm test`: checks types and lint, then runs all tests. Arguments are passed to Vitest
 * (`npm test -- --project gateway`). The last line is `N passed, N failed`, followed by `, N skipped` if tests were
 * skipped because an external program is missing.
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

interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

const externalPrograms = [chromium, postgresql, redisServer, openssl];
installMissing(externalPrograms);
const counts = [
  check('Types', 'tsc', []),
  check('Lint and format', 'biome', ['check', '--error-on-warnings', '.']),
  check('Imports and vocabulary', 'node', ['tests/conventions/check.ts']),
  runTests(process.argv.slice(2)),
];
const total = counts.reduce((sum, count) => ({
  passed: sum.passed + count.passed,
  failed: sum.failed + count.failed,
  skipped: sum.skipped + count.skipped,
}));
for (const program of externalPrograms.filter((candidate) => candidate.find() === undefined)) {
  console.log(`\nSKIPPED: ${program.name}. ${program.advice}`);
}
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
process.exitCode = total.failed > 0 ? 1 : 0;

function check(name: string, command: string, args: string[]): Count {
  const startedAt = performance.now();
  const passed = run(command, args);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

function runTests(args: string[]): Count {
  rmSync(outputDirectory, { recursive: true, force: true });
  mkdirSync(outputDirectory, { recursive: true });
  const succeeded = run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${resultsFile}`,
    ...args,
  ]);
  const count = readCounts();
  // A run that fails without a failed test, for example during setup, counts as a failure too.
  return succeeded || count.failed > 0 ? count : { ...count, failed: 1 };
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

/** Runs a tool of the project with the Node.js that runs this file. Returns true if it succeeds. */
function run(tool: string, args: string[]): boolean {
  const binaries = path.join(root, 'node_modules', '.bin');
  const { status } = spawnSync(path.join(binaries, tool), args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      ...environment,
      PATH: `${binaries}${path.delimiter}${process.env.PATH ?? ''}`,
    },
  });
  return status === 0;
}
