import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { z } from 'zod';
import { chromium } from '#tests/external-programs.ts';
import { report } from './measurement.ts';

/** Measures the Lighthouse scores of the built shop with the demo catalogue, emulating a phone. */

const root = path.dirname(path.dirname(import.meta.dirname));
const lighthouseFolder = path.join(import.meta.dirname, 'lighthouse');
const program = path.join(lighthouseFolder, 'node_modules/lighthouse/cli/index.js');

const pages = { home: '/', listing: '/product', 'product page': '/product/1' };
/** The minimum score of each category. Performance has none, since it also depends on the machine. */
const minScores = { accessibility: 100, 'best-practices': 100, seo: 100, performance: undefined };

const lighthouseReport = z.object({
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), displayValue: z.string().optional() }),
  ),
});

const browser = chromium.find();
if (browser === undefined) throw new Error(chromium.advice);
install();
const shop = spawn(process.execPath, ['gateway/bin/start.ts'], {
  cwd: root,
  env: {
    ...process.env,
    NODE_ENV: 'production',
    SESSION_SECRET: randomBytes(32).toString('hex'),
    PORT: '0',
    REST_API_PORT: '0',
    DATA_DIR: await mkdtemp(path.join(tmpdir(), 'lighthouse-')),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const shopUrl = await readShopUrl();
  for (const [name, path] of Object.entries(pages)) {
    await requestImages(shopUrl, path);
    reportScores(name, await runLighthouse(browser, shopUrl + path));
  }
} finally {
  shop.kill('SIGTERM');
  await once(shop, 'exit');
}

function install(): void {
  if (existsSync(program)) return;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: lighthouseFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('Lighthouse could not be installed; see the output of npm above.');
}

async function readShopUrl(): Promise<string> {
  for await (const line of createInterface({ input: shop.stdout })) {
    const url = /shop\s+(http:\S+)/i.exec(line)?.[1];
    if (url !== undefined) {
      shop.stdout.resume();
      return url;
    }
  }
  throw new Error('The shop exited before it was ready.');
}

/** Requests all images of a page, so that they are already resized and cached, as for all but the first visitor. */
async function requestImages(shopUrl: string, pagePath: string): Promise<void> {
  const html = await (await fetch(shopUrl + pagePath)).text();
  const imagePaths = new Set(html.replaceAll('&amp;', '&').match(/\/media\/[^\s",]+/g));
  for (const imagePath of imagePaths) {
    await (await fetch(shopUrl + imagePath, { headers: { accept: 'image/avif,image/webp' } })).bytes();
  }
}

async function runLighthouse(browserPath: string, url: string) {
  const flags = [
    '--headless',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      program,
      url,
      '--quiet',
      '--output=json',
      '--no-enable-error-reporting',
      `--only-categories=${Object.keys(minScores).join(',')}`,
      `--chrome-flags=${flags.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: browserPath }, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: unknown) => {
    const { stderr } = z.object({ stderr: z.string() }).parse(error);
    throw new Error(`Lighthouse failed for ${url}: ${stderr.trim()}`);
  });
  return lighthouseReport.parse(JSON.parse(stdout));
}

function reportScores(name: string, { categories, audits }: z.output<typeof lighthouseReport>): void {
  for (const [category, minScore] of Object.entries(minScores)) {
    const score = Math.round((categories[category]?.score ?? 0) * 100);
    report({
      name: `${name}: ${category}`,
      measured: String(score),
      ...(minScore !== undefined && { limit: String(minScore), isMet: score >= minScore }),
    });
  }
  for (const audit of ['largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time']) {
    const { title, displayValue = '' } = audits[audit] ?? { title: audit };
    report({ name: `  ${title}`, measured: displayValue });
  }
}
