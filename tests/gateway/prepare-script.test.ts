import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/**
 * A fake npm, which `.ci/prepare.mjs` calls instead of the real one. It needs no registry and no compiler: it records
 * its arguments and creates placeholders for the files that the real npm and the scripts would create.
 */
const fakeNpm = `#!${process.execPath}
const fs = require('node:fs');
const path = require('node:path');
const args = process.argv.slice(2);
fs.appendFileSync('npm-calls', args.join(' ') + '\\n');
const createFiles = (...names) => names.forEach((name) => {
  fs.mkdirSync(path.dirname(name), { recursive: true });
  fs.writeFileSync(name, fs.readFileSync('web/page.tsx'));
});
if (args.includes('--outDir')) fs.appendFileSync('build-environments', process.env.NODE_ENV + '\\n');
const requireTool = (tool) => fs.existsSync('node_modules/.bin/' + tool) || process.exit(127);
const script = args.find((arg) => /^(ci|generate|build)/.test(arg));
if (script === 'ci') {
  fs.rmSync('node_modules', { recursive: true, force: true });
  createFiles('node_modules/.bin/node');
  if (!args.includes('--workspaces=false')) createFiles('node_modules/.bin/vitest', 'node_modules/.bin/tsc');
  const omitsDevelopment = process.env.NODE_ENV === 'production' && !args.includes('--include=dev');
  if (!omitsDevelopment) createFiles('node_modules/.bin/vite', 'node_modules/.bin/graphql-codegen');
}
if (script === 'generate' && requireTool('graphql-codegen')) createFiles('gateway/generated/resolvers.ts', 'web/generated/schema.ts', 'web/generated/trusted-documents.json');
if (script === 'build:sandbox' && requireTool('vite')) createFiles('web/sandbox/' + args.at(-1) + '/index.html');
if (script === 'build:client' || script === 'build:server') {
  requireTool('vite');
  createFiles('web/' + args.at(-1) + '/chunk.js');
  if (script === 'build:server' && fs.existsSync('build-fails')) process.exit(1);
}
`;

let clone: string;
beforeEach(async () => {
  clone = await mkdtemp(path.join(tmpdir(), 'clone-'));
  for (const folder of [
    '.ci/development-tools',
    'bin',
    'gateway',
    'web/apollo',
    'web/build',
    'web/sandbox',
    'web/ui',
  ]) {
    await mkdir(path.join(clone, folder), { recursive: true });
  }
  await copyFile('.ci/prepare.mjs', path.join(clone, '.ci/prepare.mjs'));
  await writeFile(path.join(clone, 'bin/npm'), fakeNpm, { mode: 0o755 });
  const sources = ['package.json', 'package-lock.json', 'schema.graphql', 'codegen.ts', 'web/vite.config.ts'];
  for (const file of [
    ...sources,
    '.ci/development-tools/package.json',
    'web/apollo/hooks-plugin.ts',
    'web/build/precompress.ts',
    'web/payload.ts',
    'web/store.ts',
    'web/ui/browser-storage.ts',
    'web/zod.ts',
  ]) {
    await writeFileInClone(file, '{}');
  }
  await writeFileInClone('web/page.tsx', 'first');
});
afterEach(() => rm(clone, { recursive: true }));

const writeFileInClone = (file: string, text: string) => writeFile(path.join(clone, file), text);

function prepare(settings: Record<string, string> = {}, purpose = 'start') {
  const { PATH = '' } = process.env;
  const env = { PATH: `${path.join(clone, 'bin')}${path.delimiter}${PATH}`, ...settings };
  const scriptArguments = ['.ci/prepare.mjs', purpose];
  const { status, stderr } = spawnSync(process.execPath, scriptArguments, {
    cwd: clone,
    env,
    encoding: 'utf8',
  });
  return { status, stderr };
}

/**
 * Returns the npm commands and scripts that ran since the previous call, without their options. They are sorted, since
 * some run concurrently.
 */
async function takeNpmCalls() {
  const file = path.join(clone, 'npm-calls');
  const calls = await readFile(file, 'utf8').catch(() => '');
  await rm(file, { force: true });
  return [...calls.matchAll(/^(?:run --silent )?([\w:]+)/gm)].map(([, script]) => script).sort();
}

const getBuildsFolder = () => path.join(clone, 'web/dist/storefront');
const readCurrentBuild = () => readFile(path.join(getBuildsFolder(), 'current'), 'utf8');
const readChunk = (build: string) => readFile(path.join(getBuildsFolder(), build, 'server/chunk.js'), 'utf8');
const readTrustedDocuments = (build: string) =>
  readFile(path.join(getBuildsFolder(), build, 'trusted-documents.json'), 'utf8');
const success = { status: 0, stderr: '' };
const allSteps = ['build:client', 'build:sandbox', 'build:server', 'ci', 'generate'];

describe('the prepare script in a new clone', () => {
  it('runs every step once, even with NODE_ENV=production, and no step the second time', async () => {
    expect(prepare({ NODE_ENV: 'production' })).toEqual(success);
    expect(await takeNpmCalls()).toEqual(allSteps);
    expect(prepare()).toEqual(success);
    expect(await takeNpmCalls()).toEqual([]);
  });

  it('builds for production even if NODE_ENV has another value', async () => {
    expect(prepare({ NODE_ENV: 'development' })).toEqual(success);
    const environments = await readFile(path.join(clone, 'build-environments'), 'utf8');
    expect(environments).toBe('production\n'.repeat(3));
  });

  it('installs the dependencies again if tools of later steps are missing', async () => {
    expect(prepare()).toEqual(success);
    await takeNpmCalls();
    await rm(path.join(clone, 'node_modules/.bin/vite'));
    expect(prepare()).toEqual(success);
    expect(await takeNpmCalls()).toContain('ci');
  });

  it('installs development tools for the tests but not for a start, and a later start keeps them', async () => {
    const hasDevelopmentTools = () => existsSync(path.join(clone, 'node_modules/.bin/vitest'));
    expect(prepare()).toEqual(success);
    expect(hasDevelopmentTools()).toBe(false);
    expect(prepare({}, 'test')).toEqual(success);
    expect(hasDevelopmentTools()).toBe(true);
    await takeNpmCalls();
    expect(prepare()).toEqual(success);
    expect(prepare({}, 'test')).toEqual(success);
    expect(await takeNpmCalls()).toEqual([]);
  });

  it('repeats a step that failed, even after the change that made it fail was reverted', async () => {
    expect(prepare()).toEqual(success);
    await writeFileInClone('package-lock.json', 'broken');
    await writeFile(path.join(clone, 'bin/npm'), `#!${process.execPath}\nprocess.exit(1);`);
    expect(prepare()).toMatchObject({ status: 1 });
    await writeFile(path.join(clone, 'bin/npm'), fakeNpm);
    await writeFileInClone('package-lock.json', '{}');
    await takeNpmCalls();
    expect(prepare()).toEqual(success);
    expect(await takeNpmCalls()).toContain('ci');
  });
});

describe('a build of the sandbox', () => {
  it('does not replace the previous build, whose files running gateways still load', async () => {
    const folder = path.join(clone, 'web/dist/sandbox');
    await writeFileInClone('web/sandbox/main.tsx', 'first');
    expect(prepare()).toEqual(success);
    const first = await readFile(path.join(folder, 'current'), 'utf8');
    await writeFileInClone('web/sandbox/main.tsx', 'second');
    expect(prepare()).toEqual(success);
    const second = await readFile(path.join(folder, 'current'), 'utf8');
    expect(second).not.toBe(first);
    expect((await readdir(folder)).sort()).toEqual([first, second, 'current'].sort());
    expect(await readdir(path.join(folder, first))).toEqual(['index.html']);
  });
});

describe('a build of the storefront', () => {
  it('does not replace the previous build, whose files running gateways still load', async () => {
    expect(prepare()).toEqual(success);
    const first = await readCurrentBuild();
    await writeFileInClone('web/page.tsx', 'second');
    expect(prepare()).toEqual(success);
    const second = await readCurrentBuild();
    expect(second).not.toBe(first);
    expect(await Promise.all([first, second].map(readChunk))).toEqual(['first', 'second']);
    await writeFileInClone('codegen.ts', 'third');
    await writeFileInClone('web/page.tsx', 'third');
    expect(prepare()).toEqual(success);
    const builds = [first, second, await readCurrentBuild()];
    expect(await Promise.all(builds.map(readTrustedDocuments))).toEqual(['first', 'first', 'third']);
  });

  it('is reused when a change is reverted', async () => {
    expect(prepare()).toEqual(success);
    const first = await readCurrentBuild();
    await writeFileInClone('web/page.tsx', 'second');
    expect(prepare()).toEqual(success);
    await writeFileInClone('web/page.tsx', 'first');
    await takeNpmCalls();
    expect(prepare()).toEqual(success);
    expect(await takeNpmCalls()).toEqual([]);
    expect(await readCurrentBuild()).toBe(first);
  });

  it('that fails leaves the current build in place', async () => {
    expect(prepare()).toEqual(success);
    const first = await readCurrentBuild();
    await writeFileInClone('web/page.tsx', 'second');
    await writeFileInClone('build-fails', '');
    expect(prepare()).toMatchObject({ status: 1 });
    expect(await readCurrentBuild()).toBe(first);
    expect(await readChunk(first)).toBe('first');
    await rm(path.join(clone, 'build-fails'));
    expect(prepare()).toEqual(success);
    expect(await readChunk(await readCurrentBuild())).toBe('second');
  });

  it('is removed after five newer builds', async () => {
    const createdBuilds: string[] = [];
    for (const text of ['1', '2', '3', '4', '5', '6', '7']) {
      await writeFileInClone('web/page.tsx', text);
      expect(prepare()).toEqual(success);
      createdBuilds.push(await readCurrentBuild());
    }
    expect((await readdir(getBuildsFolder())).sort()).toEqual([...createdBuilds.slice(2), 'current'].sort());
  });
});
