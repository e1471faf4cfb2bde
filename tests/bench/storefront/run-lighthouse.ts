import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { chromiumFlags } from '#tests/e2e/chromium.ts';

const folder = path.resolve(import.meta.dirname, '../lighthouse');
const program = path.join(folder, 'node_modules/lighthouse/cli/index.js');

const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/** `simulate`: Lighthouse computes the times from an unthrottled load. `devtools`: the browser throttles the load. */
export type Throttling = 'simulate' | 'devtools';

export interface PageLoadResult {
  largestContentfulPaintMs: number;
  totalBlockingTimeMs: number;
  cumulativeLayoutShift: number;
  /** From 0 to 100, by category. */
  scores: Record<string, number>;
}

const metricSchema = z.object({ numericValue: z.number().optional(), errorMessage: z.string().optional() });
const reportSchema = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.object({
    'largest-contentful-paint': metricSchema,
    'total-blocking-time': metricSchema,
    'cumulative-layout-shift': metricSchema,
  }),
});

/** Flags of a headless browser that ignores certificate errors: the certificates of the TLS proxies are self-signed. */
export const browserFlags = [...chromiumFlags, '--headless', '--ignore-certificate-errors'];

/** Installs Lighthouse into its own folder when it is first needed: no other part of the project uses its packages. */
export function installLighthouse(): void {
  if (existsSync(program)) return;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('Lighthouse could not be installed; see the output of npm above.');
}

/** Loads a page once with Lighthouse's settings for phones. @throws Error if that fails or a metric is missing. */
export async function runLighthouse(
  browser: string,
  url: string,
  throttling: Throttling,
): Promise<PageLoadResult> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      program,
      url,
      '--quiet',
      '--output=json',
      '--no-enable-error-reporting',
      `--throttling-method=${throttling}`,
      `--only-categories=${categories.join(',')}`,
      `--chrome-flags=${browserFlags.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: unknown) => {
    const { stderr } = z.object({ stderr: z.string() }).parse(error);
    throw new Error(`Lighthouse failed for ${url}: ${stderr.trim()}`);
  });
  const { audits, categories: categoryResults } = reportSchema.parse(JSON.parse(stdout));
  const read = (name: keyof typeof audits) => {
    const { numericValue, errorMessage } = audits[name];
    if (numericValue === undefined) throw new Error(`Lighthouse has no ${name} for ${url}: ${errorMessage}`);
    return numericValue;
  };
  return {
    largestContentfulPaintMs: read('largest-contentful-paint'),
    totalBlockingTimeMs: read('total-blocking-time'),
    cumulativeLayoutShift: read('cumulative-layout-shift'),
    scores: Object.fromEntries(
      Object.entries(categoryResults).map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
  };
}
