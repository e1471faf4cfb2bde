import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { chromium, installMissing, openssl, postgresql, redisServer } from './real-parts.ts';

/**
 * `npm test`: types, lint, then every test. Arguments go to vitest (`npm test -- --project gateway`).
 * The last line printed is `N passed, N failed`, with `, N skipped` where a real part was missing.
 */

const root = path.dirname(import.meta.dirname);
const output = path.join(root, 'tests', 'output');

const vitestResults = z.object({
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

const realParts = [chromium, postgresql, redisServer, openssl];
installMissing(realParts);
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const counts = [
  await check('Types', 'tsc', []),
  await check('Lint and format', 'biome', ['check', '--error-on-warnings', '.']),
  ...(await runTests(process.argv.slice(2))),
];
const total = counts.reduce((sum, count) => ({
  passed: sum.passed + count.passed,
  failed: sum.failed + count.failed,
  skipped: sum.skipped + count.skipped,
}));
for (const part of realParts.filter((candidate) => candidate.find() === undefined)) {
  console.log(`\nSKIPPED: ${part.name}. ${part.advice}`);
}
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
process.exitCode = total.failed > 0 ? 1 : 0;

async function check(name: string, command: string, args: string[]): Promise<Count> {
  const started = performance.now();
  const passed = await run(command, args, { stdio: 'inherit' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${passed ? '✓' : '✗'} ${name} (${seconds} s)`);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

/**
 * All tests, those of the browser beside the others: each leaves a processor waiting where the other
 * does not. What the former print stands behind what the latter print.
 */
function runTests(args: string[]): Promise<Count[]> {
  if (args.length > 0) return Promise.all([runShare('chosen', args, { stdio: 'inherit' })]);
  return Promise.all([
    runShare('tiers', ['--project=!e2e'], { stdio: 'inherit' }),
    runShare('e2e', ['--project=e2e'], { stdio: 'pipe' }),
  ]);
}

async function runShare(name: string, args: string[], options: SpawnOptions): Promise<Count> {
  const results = path.join(output, `${name}.json`);
  const reports = ['--reporter=default', '--reporter=json', `--outputFile=${results}`];
  const succeeded = await run('vitest', ['run', ...reports, ...args], options);
  const count = readCounts(results);
  // A run that broke without a failed test, for example in its set-up, is a failure all the same.
  return succeeded || count.failed > 0 ? count : { ...count, failed: 1 };
}

function readCounts(results: string): Count {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(results, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = vitestResults.parse(json);
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests,
  };
}

/** Runs one of the project's own tools on the Node.js that runs this file; true when it succeeds. */
async function run(tool: string, args: string[], options: SpawnOptions): Promise<boolean> {
  const binaries = path.join(root, 'node_modules', '.bin');
  const child = spawn(path.join(binaries, tool), args, {
    cwd: root,
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      PATH: `${binaries}${path.delimiter}${process.env.PATH ?? ''}`,
    },
    ...options,
  });
  const printed = [child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream)));
  const [status]: unknown[] = await once(child, 'close');
  for (const words of await Promise.all(printed)) process.stdout.write(words);
  return status === 0;
}
