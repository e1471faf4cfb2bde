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
import { chromium } from '#tests/real-parts.ts';
import { tell } from './measurement.ts';

/** Lighthouse's scores of the built shop with the demo catalogue, as a telephone sees it. */

const root = path.dirname(path.dirname(import.meta.dirname));
const lighthouseFolder = path.join(import.meta.dirname, 'lighthouse');
const program = path.join(lighthouseFolder, 'node_modules/lighthouse/cli/index.js');

const screens = { home: '/', listing: '/product', 'product page': '/product/1' };
/** The categories, and the score that is asked for of each; speed is only told, as it is the machine's too. */
const asked = { accessibility: 100, 'best-practices': 100, seo: 100, performance: undefined };

const report = z.object({
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
  const address = await shopAddress();
  for (const [name, screen] of Object.entries(screens)) {
    await makePictures(address, screen);
    tellScores(name, await judge(browser, address + screen));
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
  if (status !== 0) throw new Error('Lighthouse could not be installed; what npm printed above says why.');
}

async function shopAddress(): Promise<string> {
  for await (const line of createInterface({ input: shop.stdout })) {
    const address = /shop\s+(http:\S+)/i.exec(line)?.[1];
    if (address !== undefined) {
      shop.stdout.resume();
      return address;
    }
  }
  throw new Error('The shop ended before it was ready.');
}

/** Has the pictures of a screen made, as the first visitor of a shop does for all that follow. */
async function makePictures(address: string, screen: string): Promise<void> {
  const page = await (await fetch(address + screen)).text();
  const pictures = new Set(page.replaceAll('&amp;', '&').match(/\/media\/[^\s",]+/g));
  for (const picture of pictures) {
    await (await fetch(address + picture, { headers: { accept: 'image/avif,image/webp' } })).bytes();
  }
}

async function judge(browserPath: string, url: string) {
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
      `--only-categories=${Object.keys(asked).join(',')}`,
      `--chrome-flags=${flags.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: browserPath }, maxBuffer: 64 * 1024 * 1024 },
  ).catch((error: unknown) => {
    const { stderr } = z.object({ stderr: z.string() }).parse(error);
    throw new Error(`Lighthouse could not judge ${url}: ${stderr.trim()}`);
  });
  return report.parse(JSON.parse(stdout));
}

function tellScores(name: string, { categories, audits }: z.output<typeof report>): void {
  for (const [category, bound] of Object.entries(asked)) {
    const score = Math.round((categories[category]?.score ?? 0) * 100);
    tell({
      what: `${name}: ${category}`,
      measured: String(score),
      ...(bound !== undefined && { bound: String(bound), holds: score >= bound }),
    });
  }
  for (const audit of ['largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time']) {
    const { title, displayValue = '' } = audits[audit] ?? { title: audit };
    tell({ what: `  ${title}`, measured: displayValue });
  }
}
