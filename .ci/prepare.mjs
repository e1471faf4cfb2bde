// Installs, generates and builds what `npm start`, `npm test` and other npm scripts need. It runs on the
// machine's own Node.js before anything is installed, so it is plain JavaScript without dependencies.
// A step is skipped if its outputs exist and its inputs have not changed since it last succeeded.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
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
const isWindows = process.platform === 'win32';

/** Folders with a subfolder for each build. Their file `current` contains the name of the build to use. */
const storefrontBuilds = 'web/dist/storefront';
const sandboxBuilds = 'web/dist/sandbox';
/** The files outside web/sandbox that the sandbox is built from. */
const sandboxImports = [
  'web/build/precompress.ts',
  'web/payload.ts',
  'web/store.ts',
  'web/ui/browser-storage.ts',
  'web/zod.ts',
];
/** The texts of the storefront's GraphQL operations, copied into each build of the storefront. */
const trustedDocuments = 'web/generated/trusted-documents.json';
/** Previous builds are retained, because running gateways may still load parts of them. */
const maxBuilds = 5;

const steps = {
  install: {
    description: 'Installing the dependencies',
    inputs: () => ['package.json', 'package-lock.json'],
    // Includes tools of later steps, so that an installation without development dependencies is repeated.
    outputs: () => listTools('node', 'vite', 'graphql-codegen'),
    run: () => installPackages('--workspaces=false'),
  },
  installAll: {
    description: 'Installing the dependencies and development tools',
    inputs: () => ['package.json', 'package-lock.json', '.ci/development-tools/package.json'],
    outputs: () => listTools('node', 'vite', 'graphql-codegen', 'vitest', 'tsc'),
    run: () => installPackages(),
  },
  generate: {
    description: 'Generating types and hooks from schema.graphql',
    inputs: () => [
      'schema.graphql',
      'codegen.ts',
      'web/apollo/hooks-plugin.ts',
      ...listFiles('web', '.graphql'),
    ],
    outputs: () => ['gateway/generated/resolvers.ts', 'web/generated/schema.ts', trustedDocuments],
    run: () => run('npm', ['run', '--silent', 'generate']),
  },
  build: {
    description: 'Building the storefront',
    inputs: () =>
      ['package-lock.json', 'schema.graphql', 'codegen.ts', ...listFiles('web', '')].filter(
        (name) => !name.startsWith('web/sandbox/'),
      ),
    outputs: (inputDigest) => [`${storefrontBuilds}/${formatBuildName(inputDigest)}`],
    // A build is named after the digest of its inputs. It needs no stamp, and is reused when its sources are restored.
    isNamedByInputs: true,
    run: (inputDigest) => build(storefrontBuilds, formatBuildName(inputDigest), buildStorefront),
    select: (inputDigest) => selectBuild(storefrontBuilds, formatBuildName(inputDigest)),
  },
  sandbox: {
    description: 'Building the GraphQL sandbox',
    inputs: () => ['package-lock.json', ...sandboxImports, ...listFiles('web/sandbox', '')],
    outputs: (inputDigest) => [`${sandboxBuilds}/${formatBuildName(inputDigest)}`],
    isNamedByInputs: true,
    run: (inputDigest) => build(sandboxBuilds, formatBuildName(inputDigest), buildSandbox),
    select: (inputDigest) => selectBuild(sandboxBuilds, formatBuildName(inputDigest)),
  },
};

const builds = [['generate', 'build'], ['sandbox']];

/** The steps after the installation. Each list runs in order, at the same time as the other list. */
const stepsByPurpose = {
  start: builds,
  // Vitest runs this one. An installation would replace Vitest's own files.
  build: builds,
  dev: [['generate'], ['sandbox']],
  test: [['generate'], ['sandbox']],
  bench: builds,
  install: [],
};
const purposesNeedingAllTools = ['test', 'bench'];

await prepare(process.argv[2] ?? 'start');

async function prepare(purpose) {
  const lists = stepsByPurpose[purpose];
  if (lists === undefined)
    exitWithError(`Unknown purpose '${purpose}': use one of ${Object.keys(stepsByPurpose).join(', ')}.`);
  if (Number(process.versions.node.split('.')[0]) < 20) {
    exitWithError(`Node.js ${process.versions.node} is too old: install Node.js 20 or newer.`);
  }
  if (purpose !== 'build') {
    const needsAll = purposesNeedingAllTools.includes(purpose);
    await runStep(needsAll || isDone('installAll') ? 'installAll' : 'install');
  }
  await Promise.all(lists.map(runSteps));
}

async function runSteps(names) {
  for (const name of names) await runStep(name);
}

async function runStep(name) {
  const step = steps[name];
  const inputDigest = computeDigest(step.inputs());
  if (!isDone(name, inputDigest)) {
    const started = Date.now();
    console.log(`${step.description} …`);
    // Remove the stamp first, so that an interrupted step is repeated.
    writeStamp(name, undefined);
    await step.run(inputDigest);
    writeStamp(name, inputDigest);
    console.log(`${step.description}: done in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  }
  step.select?.(inputDigest);
}

function isDone(name, inputDigest = computeDigest(steps[name].inputs())) {
  const { outputs, isNamedByInputs } = steps[name];
  const outputsExist = outputs(inputDigest).every((file) => existsSync(path.join(root, file)));
  return outputsExist && (isNamedByInputs || readStamps()[name] === inputDigest);
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

function writeStamp(name, inputDigest) {
  const stamps = { ...readStamps(), [name]: inputDigest };
  if (existsSync(path.dirname(stampFile))) replaceFile(stampFile, JSON.stringify(stamps));
}

/** `--include=dev`: with NODE_ENV=production, npm would omit the tools that build the storefront. */
function installPackages(...options) {
  return run('npm', ['ci', ...options, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
}

function listTools(...names) {
  return names.map((name) => `node_modules/.bin/${name}`);
}

function formatBuildName(inputDigest) {
  return inputDigest.slice(0, 16);
}

/** Builds in a draft folder and then renames it, because another process may run the same build. */
async function build(buildsFolder, name, writeBuild) {
  const draft = `${buildsFolder}/draft-${process.pid}`;
  rmSync(path.join(root, draft), { recursive: true, force: true });
  await writeBuild(draft);
  try {
    renameSync(path.join(root, draft), path.join(root, buildsFolder, name));
  } catch (error) {
    if (!existsSync(path.join(root, buildsFolder, name))) throw error;
    rmSync(path.join(root, draft), { recursive: true });
  }
}

async function buildStorefront(draft) {
  const parts = ['client', 'server'];
  await Promise.all(parts.map((part) => runVite(`build:${part}`, 'web', `${draft}/${part}`)));
  copyFileSync(path.join(root, trustedDocuments), path.join(root, draft, path.basename(trustedDocuments)));
}

function buildSandbox(draft) {
  return runVite('build:sandbox', 'web/sandbox', draft);
}

/** Vite resolves the output folder relative to its root. With another NODE_ENV, it builds React for development. */
function runVite(script, viteRoot, folder) {
  const outDir = path.posix.relative(viteRoot, folder);
  return run('npm', ['run', '--silent', script, '--', '--outDir', outDir], { NODE_ENV: 'production' });
}

/** Makes the next start use this build, and removes old builds. */
function selectBuild(buildsFolder, name) {
  const folder = path.join(root, buildsFolder);
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

/** Replaces a file atomically, because another process may read it at any time. */
function replaceFile(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

/** Returns a digest of the names and contents of the files, and of the platform. */
function computeDigest(names) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const name of names.toSorted()) {
    hash.update(`${name}\n`).update(readFileSync(path.join(root, name)));
  }
  return hash.digest('hex');
}

/** Lists the source files below a folder, without generated ones. */
function listFiles(folder, extension) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return ['dist', 'generated'].includes(entry.name) ? [] : listFiles(name, extension);
    return entry.name.endsWith(extension) && !entry.name.endsWith('.generated.ts') ? [name] : [];
  });
}

async function run(command, args, settings = {}) {
  const env = { ...process.env, ...settings };
  const child = spawn(command, args, { cwd: root, env, stdio: 'inherit', shell: isWindows });
  const [status] = await once(child, 'exit').catch((error) =>
    exitWithError(`Could not run '${command}': ${error.message}.`),
  );
  if (status !== 0) exitWithError(`'${command} ${args.join(' ')}' failed; see its output above.`);
}

function exitWithError(message) {
  console.error(message);
  process.exit(1);
}
