// What `npm start`, `npm run dev` and `npm test` need before they can run. It works on whatever
// Node.js the machine has, so it is plain JavaScript and imports nothing that has to be installed.
// A step is left out when nothing it reads has changed since it last succeeded.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stampFile = path.join(root, 'node_modules', '.prepared.json');
const windows = process.platform === 'win32';

/** Each build of the storefront has a folder of its own here; the file `current` names the newest. */
const builds = 'web/dist/storefront';
/** Gateways that run may still load parts of an earlier build. */
const maxBuilds = 5;

const steps = {
  install: {
    says: 'Installing the dependencies',
    reads: () => ['package.json', 'package-lock.json'],
    // Tools of later steps among them: an installation without the development dependencies is mended.
    makes: () => ['tsc', 'node', 'vite', 'graphql-codegen'].map((tool) => `node_modules/.bin/${tool}`),
    // With NODE_ENV=production npm would leave out what builds the storefront.
    run: () => run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']),
  },
  generate: {
    says: 'Generating types and hooks from schema.graphql',
    reads: () => ['schema.graphql', 'codegen.ts', 'web/apollo/hooks-plugin.ts', ...files('web', '.graphql')],
    makes: () => ['gateway/generated/resolvers.ts', 'web/generated/schema.ts'],
    run: () => run('npm', ['run', '--silent', 'generate']),
  },
  build: {
    says: 'Building the storefront',
    reads: () =>
      ['package-lock.json', 'web/vite.config.ts', 'schema.graphql', 'codegen.ts', ...files('web', '')].filter(
        (name) => !name.startsWith('web/sandbox/'),
      ),
    makes: (inputs) => [`${builds}/${buildName(inputs)}`],
    // Under its name a build is whole, so that it needs no stamp: earlier sources find their build again.
    isNamedByInputs: true,
    run: (inputs) => build(buildName(inputs)),
    select: (inputs) => makeCurrent(buildName(inputs)),
  },
  sandbox: {
    says: 'Building the GraphQL sandbox',
    reads: () => ['package-lock.json', ...files('web/sandbox', '')],
    makes: () => ['web/dist/sandbox'],
    run: () => run('npm', ['run', '--silent', 'build:sandbox']),
  },
};

const wanted = {
  start: ['install', 'generate', 'build', 'sandbox'],
  test: ['install', 'generate', 'build', 'sandbox'],
  dev: ['install', 'generate', 'sandbox'],
  install: ['install'],
};

prepare(process.argv[2] ?? 'start');

function prepare(purpose) {
  const names = wanted[purpose];
  if (names === undefined)
    stop(`Unknown purpose '${purpose}': use one of ${Object.keys(wanted).join(', ')}.`);
  if (Number(process.versions.node.split('.')[0]) < 20) {
    stop(`Node.js ${process.versions.node} is too old: install Node.js 20 or newer.`);
  }
  for (const name of names) {
    const step = steps[name];
    const inputs = digest(step.reads());
    if (!isDone(name, inputs)) {
      const started = Date.now();
      console.log(`${step.says} …`);
      // Should it break off, what it has made so far is not taken for whole.
      stamp(name, undefined);
      step.run(inputs);
      stamp(name, inputs);
      console.log(`${step.says}: done in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
    }
    step.select?.(inputs);
  }
}

function isDone(name, inputs) {
  const { makes, isNamedByInputs } = steps[name];
  const isMade = makes(inputs).every((file) => existsSync(path.join(root, file)));
  return isMade && (isNamedByInputs || stamps()[name] === inputs);
}

function stamps() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

function stamp(name, inputs) {
  const all = { ...stamps(), [name]: inputs };
  if (existsSync(path.dirname(stampFile))) replaceFile(stampFile, JSON.stringify(all));
}

function buildName(inputs) {
  return inputs.slice(0, 16);
}

/** Builds in a draft folder and renames it, since another start may build the same at the same time. */
function build(name) {
  const draft = `${builds}/draft-${process.pid}`;
  rmSync(path.join(root, draft), { recursive: true, force: true });
  for (const part of ['client', 'server']) {
    // Vite's paths start in its root, web.
    const folder = path.posix.relative('web', `${draft}/${part}`);
    run('npm', ['run', '--silent', `build:${part}`, '--', '--outDir', folder]);
  }
  try {
    renameSync(path.join(root, draft), path.join(root, builds, name));
  } catch (error) {
    if (!existsSync(path.join(root, builds, name))) throw error;
    rmSync(path.join(root, draft), { recursive: true });
  }
}

/** The next start takes this build. Builds that were current long ago are removed. */
function makeCurrent(name) {
  const folder = path.join(root, builds);
  const currentFile = path.join(folder, 'current');
  if (existsSync(currentFile) && readFileSync(currentFile, 'utf8') === name) return;
  const now = new Date();
  utimesSync(path.join(folder, name), now, now);
  replaceFile(currentFile, name);
  const byAge = readdirSync(folder)
    .filter((entry) => /^[0-9a-f]{16}$/.test(entry))
    .map((entry) => path.join(folder, entry))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  for (const old of byAge.slice(maxBuilds)) rmSync(old, { recursive: true, force: true });
}

/** Whole or not at all: another process may read it at any moment. */
function replaceFile(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

/** One digest over the names and contents of files, and over what the machine is. */
function digest(names) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const name of [...new Set(names)].sort()) {
    hash.update(`${name}\n`).update(readFileSync(path.join(root, name)));
  }
  return hash.digest('hex');
}

/** The files below a folder that a step reads: never what a step makes. */
function files(folder, ending) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['dist', 'generated'].includes(entry.name) ? [] : files(name, ending);
    return entry.name.endsWith(ending) && !entry.name.endsWith('.generated.ts') ? [name] : [];
  });
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: windows });
  if (error !== undefined) stop(`Could not run '${command}': ${error.message}.`);
  if (status !== 0) stop(`'${command} ${args.join(' ')}' failed; what it printed above says why.`);
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
