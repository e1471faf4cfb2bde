import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUpRestHost, startGateway, type TestGateway } from './harness.ts';

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');
const [, quickStarts = ''] =
  /^## Quick starts\n(.*?)^## /ms.exec(readFileSync(path.join(root, 'docs/partners.md'), 'utf8')) ?? [];
const [introduction = '', ...texts] = quickStarts.split(/^### /m);
/** The heading and text of each quick start. */
const sections = texts.map((text): [string, string] => [text.split('\n', 1)[0] ?? '', text]);

/** A code block. If a file name precedes it, the block is the content of this file; if not, it contains commands. */
const blockPattern = /(?:^`([\w./]+)`[^\n]*(?:\n[^\n`]*[^\n]*)?:\n\n)?^```(\w+)\n(.*?)^```/gms;

setUpRestHost();
let shop: TestGateway;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
  // The projects of the quick starts are in this folder, so its package.json applies to them too.
  await runBlocks(introduction, folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a quick start in a project of its own. Returns what it prints. */
async function runQuickStart(text: string, url: string): Promise<string> {
  const project = await mkdtemp(path.join(folder, 'project-'));
  await symlink(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  return runBlocks(text.replaceAll('http://localhost:4000', url), project);
}

/** Creates the files of a text and runs its commands, except `npm install`. Returns what they print. */
async function runBlocks(text: string, project: string): Promise<string> {
  let output = '';
  for (const [, file, language, block = ''] of text.matchAll(blockPattern)) {
    if (file !== undefined) {
      await mkdir(path.dirname(path.join(project, file)), { recursive: true });
      await writeFile(path.join(project, file), block);
    } else if (language === 'sh' && !block.startsWith('npm install')) {
      const env = { ...process.env, PATH: `${path.join(root, 'node_modules/.bin')}:${process.env.PATH}` };
      const { stdout } = await run('sh', ['-ec', block], { cwd: project, env });
      output += stdout;
    }
  }
  return output;
}

describe('the quick starts in the documentation for partners', () => {
  it.each(sections)('%s prints the names of books', async (_, text) => {
    shop = await startGateway();
    try {
      const output = await runQuickStart(text, shop.url);
      for (const name of ['Book 1', 'Book 2', 'Book 3']) expect(output).toContain(name);
    } finally {
      await shop.close();
    }
  });

  // Since version 11, `npm init` creates packages of CommonJS modules, in which `import` is a syntax error.
  it('begin with the creation of a package whose files are ES modules', async () => {
    const manifest: unknown = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ type: 'module' });
  });

  it('cover curl, fetch and the common clients', () => {
    expect(sections.map(([heading]) => heading)).toEqual([
      'curl',
      'fetch',
      'graphql-request with code generation',
      'Apollo Client',
      'urql',
      'Relay',
    ]);
  });
});
