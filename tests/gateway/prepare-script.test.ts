import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/**
 * npm as `.ci/prepare.mjs` runs it, without a registry and without a compiler: it notes what it was asked,
 * and makes files as the real one does. Development dependencies are left out when NODE_ENV says so.
 */
const fakeNpm = `#!${process.execPath}
const fs = require('node:fs');
const path = require('node:path');
const args = process.argv.slice(2);
fs.appendFileSync('npm-calls', args.join(' ') + '\\n');
const make = (...names) => names.forEach((name) => {
  fs.mkdirSync(path.dirname(name), { recursive: true });
  fs.writeFileSync(name, fs.readFileSync('web/page.tsx'));
});
const need = (tool) => fs.existsSync('node_modules/.bin/' + tool) || process.exit(127);
const script = args.find((arg) => /^(ci|generate|build)/.test(arg));
if (script === 'ci') {
  fs.rmSync('node_modules', { recursive: true, force: true });
  make('node_modules/.bin/tsc', 'node_modules/.bin/node');
  const omitsDevelopment = process.env.NODE_ENV === 'production' && !args.includes('--include=dev');
  if (!omitsDevelopment) make('node_modules/.bin/vite', 'node_modules/.bin/graphql-codegen');
}
if (script === 'generate' && need('graphql-codegen')) make('gateway/generated/resolvers.ts', 'web/generated/schema.ts');
if (script === 'build:sandbox' && need('vite')) make('web/dist/sandbox/index.html');
if (script === 'build:client' || script === 'build:server') {
  need('vite');
  make('web/' + args.at(-1) + '/chunk.js');
  if (script === 'build:server' && fs.existsSync('breaks')) process.exit(1);
}
`;

let clone: string;
beforeEach(async () => {
  clone = await mkdtemp(path.join(tmpdir(), 'clone-'));
  for (const folder of ['.ci', 'bin', 'gateway', 'web/apollo', 'web/sandbox']) {
    await mkdir(path.join(clone, folder), { recursive: true });
  }
  await copyFile('.ci/prepare.mjs', path.join(clone, '.ci/prepare.mjs'));
  await writeFile(path.join(clone, 'bin/npm'), fakeNpm, { mode: 0o755 });
  const sources = ['package.json', 'package-lock.json', 'schema.graphql', 'codegen.ts', 'web/vite.config.ts'];
  for (const file of [...sources, 'web/apollo/hooks-plugin.ts']) await change(file, '{}');
  await change('web/page.tsx', 'first');
});
afterEach(() => rm(clone, { recursive: true }));

const change = (file: string, text: string) => writeFile(path.join(clone, file), text);

function prepare(settings: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const env = { PATH: `${path.join(clone, 'bin')}${path.delimiter}${PATH}`, ...settings };
  const parameters = ['.ci/prepare.mjs', 'start'];
  const { status, stderr } = spawnSync(process.execPath, parameters, { cwd: clone, env, encoding: 'utf8' });
  return { status, stderr };
}

/** What npm was asked since the last look, without its options. */
async function npmCalls() {
  const file = path.join(clone, 'npm-calls');
  const calls = await readFile(file, 'utf8').catch(() => '');
  await rm(file, { force: true });
  return [...calls.matchAll(/^(?:run --silent )?([\w:]+)/gm)].map(([, script]) => script);
}

const builds = () => path.join(clone, 'web/dist/storefront');
const currentBuild = () => readFile(path.join(builds(), 'current'), 'utf8');
const chunkOf = (build: string) => readFile(path.join(builds(), build, 'server/chunk.js'), 'utf8');
const done = { status: 0, stderr: '' };
const everything = ['ci', 'generate', 'build:client', 'build:server', 'build:sandbox'];

describe('the preparation of a clone', () => {
  it('does all once, also with NODE_ENV=production, and nothing again', async () => {
    expect(prepare({ NODE_ENV: 'production' })).toEqual(done);
    expect(await npmCalls()).toEqual(everything);
    expect(prepare()).toEqual(done);
    expect(await npmCalls()).toEqual([]);
  });

  it('installs again where the tools of later steps are missing', async () => {
    expect(prepare()).toEqual(done);
    await npmCalls();
    await rm(path.join(clone, 'node_modules/.bin/vite'));
    expect(prepare()).toEqual(done);
    expect(await npmCalls()).toContain('ci');
  });

  it('repeats a step that broke off, also when the sources are again what they were', async () => {
    expect(prepare()).toEqual(done);
    await change('package-lock.json', 'broken');
    await writeFile(path.join(clone, 'bin/npm'), `#!${process.execPath}\nprocess.exit(1);`);
    expect(prepare()).toMatchObject({ status: 1 });
    await writeFile(path.join(clone, 'bin/npm'), fakeNpm);
    await change('package-lock.json', '{}');
    await npmCalls();
    expect(prepare()).toEqual(done);
    expect(await npmCalls()).toContain('ci');
  });
});

describe('a build of the storefront', () => {
  it('stands beside the one before, which gateways that run still load parts of', async () => {
    expect(prepare()).toEqual(done);
    const first = await currentBuild();
    await change('web/page.tsx', 'second');
    expect(prepare()).toEqual(done);
    const second = await currentBuild();
    expect(second).not.toBe(first);
    expect(await Promise.all([first, second].map(chunkOf))).toEqual(['first', 'second']);
  });

  it('is found again when the sources are what they were', async () => {
    expect(prepare()).toEqual(done);
    const first = await currentBuild();
    await change('web/page.tsx', 'second');
    expect(prepare()).toEqual(done);
    await change('web/page.tsx', 'first');
    await npmCalls();
    expect(prepare()).toEqual(done);
    expect(await npmCalls()).toEqual([]);
    expect(await currentBuild()).toBe(first);
  });

  it('that fails leaves the current one', async () => {
    expect(prepare()).toEqual(done);
    const first = await currentBuild();
    await change('web/page.tsx', 'second');
    await change('breaks', '');
    expect(prepare()).toMatchObject({ status: 1 });
    expect(await currentBuild()).toBe(first);
    expect(await chunkOf(first)).toBe('first');
    await rm(path.join(clone, 'breaks'));
    expect(prepare()).toEqual(done);
    expect(await chunkOf(await currentBuild())).toBe('second');
  });

  it('is removed when five others were current after it', async () => {
    const made: string[] = [];
    for (const text of ['1', '2', '3', '4', '5', '6', '7']) {
      await change('web/page.tsx', text);
      expect(prepare()).toEqual(done);
      made.push(await currentBuild());
    }
    expect((await readdir(builds())).sort()).toEqual([...made.slice(2), 'current'].sort());
  });
});
