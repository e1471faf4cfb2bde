import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { maxHeaderSize } from 'node:http';
import { userInfo } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createTemporaryFolder } from '../temporary-folder.ts';

const repository = path.join(import.meta.dirname, '..', '..');
const read = (file: string) => readFile(path.join(repository, file), 'utf8');

/**
 * An image whose tag is a complete version, so that it always means the same release. A version of PostgreSQL has two
 * numbers.
 */
const pinnedImage = /^(?:postgres:\d+\.\d+|(?!postgres:)[\w./-]+:\d+\.\d+\.\d+)(-[\w.-]+)?$/;

const serviceSchema = z.looseObject({
  image: z.string(),
  build: z.string().optional(),
  restart: z.string().optional(),
  logging: z.object({ options: z.record(z.string(), z.string()) }).optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  healthcheck: z.unknown().optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
});
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.unknown()),
});

async function readCompose(): Promise<unknown> {
  return parse(await read('compose.yaml'), { merge: true });
}

/** The instructions of the Dockerfile, with continued lines joined. */
async function readInstructions(): Promise<{ name: string; value: string }[]> {
  const lines = (await read('Dockerfile')).replaceAll('\\\n', ' ').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = ''] = line.split(' ', 1);
      return { name, value: line.slice(name.length).trim() };
    });
}

describe('compose.yaml', () => {
  test('conforms to the Compose Specification', async () => {
    // From https://github.com/compose-spec/compose-spec, under the Apache License 2.0.
    const { $schema: _, ...specification } = JSON.parse(await read('tests/conventions/compose-spec.json'));
    const schema = z.fromJSONSchema(specification, { defaultTarget: 'draft-7' });
    expect(schema.safeParse(await readCompose()).error?.issues ?? []).toEqual([]);
  });

  test('runs two gateways, the REST service and their dependencies, restarts each after a crash, limits the size of its log, publishes only the ports of the proxy, and limits the rights of the containers whose image it builds', async () => {
    const { services, volumes } = composeSchema.parse(await readCompose());
    expect(Object.keys(services).sort()).toEqual([
      'gateway-1',
      'gateway-2',
      'postgres',
      'proxy',
      'redis',
      'rest-api',
    ]);
    for (const [name, service] of Object.entries(services)) {
      expect(service.restart, name).toBe('unless-stopped');
      expect(service.logging?.options, name).toHaveProperty('max-size');
      expect(service.ports === undefined, name).toBe(name !== 'proxy');
      if (service.build === undefined) expect(service.image, name).toMatch(pinnedImage);
      else expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      for (const other of Object.keys(service.depends_on ?? {})) expect(services, name).toHaveProperty(other);
      for (const [volume = ''] of (service.volumes ?? []).map((entry) => entry.split(':'))) {
        if (/^[\w-]+$/.test(volume)) expect(volumes, name).toHaveProperty([volume]);
      }
    }
  });

  test('starts a service once all services that it depends on pass their health checks', async () => {
    const { services } = composeSchema.parse(await readCompose());
    for (const [name, { depends_on }] of Object.entries(services)) {
      for (const [other, { condition }] of Object.entries(depends_on ?? {})) {
        expect(condition, `${name} needs ${other}`).toBe('service_healthy');
        const dependency = services[other];
        // The shop's image contains a health check.
        expect(dependency?.build !== undefined || dependency?.healthcheck !== undefined, other).toBe(true);
      }
    }
  });
});

/** Settings that one process of the shop passes to another. */
const internalSettings = new Set(['DEMO_LOGIN']);

/** The names in the table of settings in docs/operations.md. */
async function readDocumentedNames(): Promise<string[]> {
  const [, section = ''] = (await read('docs/operations.md')).split('\n## Settings\n');
  const [table = ''] = section.split('\n## ', 1);
  return table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

test.each(['gateway/config.ts', 'rest-api/config.ts'])(
  'docs/operations.md lists each setting that %s reads',
  async (file) => {
    const names = [...(await read(file)).matchAll(/\bread\(\s*'(\w+)'/g)].map(([, name = '']) => name);
    expect(names).toContain('LOG_LEVEL');
    const documentedNames = await readDocumentedNames();
    expect(
      names.filter((name) => !documentedNames.includes(name) && !internalSettings.has(name)),
      'Add these settings to the table in docs/operations.md and to compose.yaml',
    ).toEqual([]);
  },
);

describe('the containers of the gateways and the REST service', () => {
  /**
   * Settings that do not belong in .env: compose.yaml or the image sets them, or containers do not need them. In .env,
   * `SHOP_DIRECTORY` replaces `SHOP_SETTINGS`.
   */
  const fixedSettings = new Set(
    ['NODE_ENV', 'DATA_DIR', 'PORT', 'HOST', 'PUBLIC_URL', 'TRUSTED_PROXIES', 'SHOP_SETTINGS'].concat(
      ['REST_API_URL', 'REST_API_CA', 'REST_API_HOST', 'REST_API_PORT', 'REST_API_ALLOW_PUBLIC'],
      ['DATABASE_URL', 'REDIS_URL', 'TLS_CERT', 'TLS_KEY', 'SHUTDOWN_DELAY_SECONDS'],
    ),
  );

  test.each([
    ['gateway-1', 'gateway/config.ts'],
    ['gateway-2', 'gateway/config.ts'],
    ['rest-api', 'rest-api/config.ts'],
  ])('receive each setting in .env that the code reads: %s, %s', async (service, file) => {
    const code = await read(file);
    const settings = (await readDocumentedNames()).filter(
      (name) => code.includes(`'${name}'`) && !fixedSettings.has(name),
    );
    expect(settings).toContain('LOG_LEVEL');
    const { services } = composeSchema.parse(await readCompose());
    const { environment = {} } = services[service] ?? {};
    for (const name of settings) {
      const blankIfUnset = `\${${name}:-}`;
      const requiredPrefix = `\${${name}:?`;
      expect(
        environment[name] === blankIfUnset || environment[name]?.startsWith(requiredPrefix),
        `${name}: ${environment[name]}`,
      ).toBe(true);
    }
  });

  test('mount the directory that contains shop.json, because the image paths in shop.json are relative to it', async () => {
    const { services } = composeSchema.parse(await readCompose());
    for (const name of ['gateway-1', 'gateway-2', 'rest-api']) {
      const { environment, volumes } = services[name] ?? {};
      const directory = path.dirname(environment?.SHOP_SETTINGS ?? '');
      expect(volumes, name).toContain(`\${SHOP_DIRECTORY:-./web/shop}:${directory}:ro`);
    }
  });
});

describe('Dockerfile', () => {
  test('has pinned base images, runs as a user other than root, and starts the gateway and the health check without a shell', async () => {
    const instructions = await readInstructions();
    const findValues = (name: string) =>
      instructions.filter((entry) => entry.name === name).map(({ value }) => value);
    const images = findValues('FROM').map((value) => value.split(' ')[0]);
    expect(images).toHaveLength(2);
    for (const image of images) expect(image).toMatch(pinnedImage);
    expect(findValues('USER')).toEqual(['node']);
    expect(instructions.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(
      instructions.findLastIndex(({ name }) => name === 'RUN'),
    );
    expect(findValues('ADD')).toEqual([]);
    for (const directory of findValues('WORKDIR')) expect(path.isAbsolute(directory)).toBe(true);
    const [command = '', ...others] = findValues('CMD');
    expect(others).toEqual([]);
    expect(z.array(z.string()).parse(JSON.parse(command)).at(-1)).toBe('gateway/bin/gateway.ts');
    const [healthCheck = ''] = findValues('HEALTHCHECK');
    const [, check = ''] = healthCheck.split(' CMD ');
    expect(z.array(z.string()).parse(JSON.parse(check))[0]).toBe('node');
  });

  test('builds with the Node.js version in package.json and the commands in docs/operations.md, and starts as the systemd unit does', async () => {
    const { dependencies } = z
      .object({ dependencies: z.object({ node: z.string() }) })
      .parse(JSON.parse(await read('package.json')));
    const instructions = await readInstructions();
    for (const { name, value } of instructions) {
      if (name === 'FROM') expect(value).toMatch(new RegExp(`^node:${dependencies.node}-`));
    }
    const operationsDoc = await read('docs/operations.md');
    const build = instructions.find(({ name, value }) => name === 'RUN' && value.startsWith('npm run build'));
    const commands = build?.value.split(' && ') ?? [];
    expect(commands).toHaveLength(2);
    for (const command of commands) expect(operationsDoc).toContain(`   ${command}\n`);
    const startCommand = JSON.parse(instructions.find(({ name }) => name === 'CMD')?.value ?? '[]').join(' ');
    expect(await read('deploy/systemd/bookshop-gateway@.service')).toContain(startCommand);
  });

  test('installs the packages before it copies the sources, so that an edit does not install them again', async () => {
    const instructions = await readInstructions();
    const installation = instructions.findIndex(({ value }) => value === 'node .ci/prepare.mjs install');
    const copied = instructions.slice(0, installation).filter(({ name }) => name === 'COPY');
    expect(copied.map(({ value }) => value)).toEqual(['package.json package-lock.json ./', '.ci .ci']);
  });

  test('does not copy data, secrets or the files of another build into the image', async () => {
    const ignored = (await read('.dockerignore')).split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.git', '.data', '.env', 'node_modules', 'web/dist']));
  });
});

test('the systemd unit of the REST service may write backups to exactly the folders that docs/operations.md names', async () => {
  const folders = (await read('docs/operations.md'))
    .matchAll(/shop backup (\/\S+)\/[^/\s]+/g)
    .map(([, folder]) => folder);
  const unit = await read('deploy/systemd/bookshop-rest-api.service');
  const writable = unit.matchAll(/^ReadWritePaths=-(.+)$/gm).map(([, folder]) => folder);
  expect(new Set(writable)).toEqual(new Set(folders));
});

describe.skipIf(process.platform === 'win32')('the command shop', () => {
  /**
   * Runs the command with these lines as settings of the REST service, and returns the environment of the program it
   * starts.
   */
  async function readEnvironment(settings: string, callerEnv = {}): Promise<string[]> {
    const folder = await createTemporaryFolder();
    await writeFile(path.join(folder, 'rest-api.env'), settings);
    await writeFile(path.join(folder, 'setpriv'), '#!/bin/sh\nexec env -0\n', { mode: 0o755 });
    const script = (await read('deploy/shop')).replace('/etc/bookshop', folder);
    const env = { PATH: `${folder}:${process.env.PATH}`, ...callerEnv };
    return execFileSync('sh', ['-c', script, 'shop', 'orders', 'list'], { env, encoding: 'utf8' }).split(
      '\0',
    );
  }

  test.each([
    [
      'DATABASE_URL=postgres://db/shop?application_name=shop&connect_timeout=5',
      'DATABASE_URL=postgres://db/shop?application_name=shop&connect_timeout=5',
    ],
    [
      'SMTP_URL="smtp://a:$b`c@mail.example?from=d@e.example"',
      'SMTP_URL=smtp://a:$b`c@mail.example?from=d@e.example',
    ],
    ['SHOP_SETTINGS=\'/srv/$my "shop"\\.json\'', 'SHOP_SETTINGS=/srv/$my "shop"\\.json'],
    ['DATA_DIR="/srv/\\"my\\" \\$shop\\\\\\d"', 'DATA_DIR=/srv/"my" $shop\\\\d'],
    ['  DATA_DIR=/srv/my\\ \\$shop \t', 'DATA_DIR=/srv/my $shop'],
    ['TLS_KEY=a#b;(c)==', 'TLS_KEY=a#b;(c)=='],
    ['TLS_KEY=', 'TLS_KEY='],
    ['# TLS_KEY=a\n; TLS_KEY=b\n\nTLS_CERT=c\n', 'TLS_CERT=c'],
  ])('reads %j as systemd does', async (line, variable) => {
    expect(await readEnvironment(line)).toContain(variable);
  });

  test('passes on the name of its caller, for the audit log', async () => {
    expect(await readEnvironment('')).toContain(`SUDO_USER=${userInfo().username}`);
    expect(await readEnvironment('', { SUDO_USER: 'meera' })).toContain('SUDO_USER=meera');
  });
});

test('each alert states whether it is critical', async () => {
  const rule = z.object({
    alert: z.string(),
    labels: z.object({ severity: z.enum(['critical', 'warning']) }),
  });
  const schema = z.object({ groups: z.array(z.object({ rules: z.array(rule) })) });
  const { groups } = schema.parse(parse(await read('deploy/prometheus/alerts.yml')));
  expect(groups.flatMap(({ rules }) => rules).length).toBeGreaterThan(10);
});

test('nginx accepts response headers of the size of the largest request headers, because a redirect repeats the query', async () => {
  const [, kilobytes] = /^\s*proxy_buffer_size (\d+)k;$/m.exec(await read('deploy/nginx.conf')) ?? [];
  expect(Number(kilobytes) * 1024).toBeGreaterThanOrEqual(maxHeaderSize);
});

test('the proxy has the same configuration in a container as outside, except for names and ports', async () => {
  const caddyfile = await read('deploy/Caddyfile');
  expect(await read('deploy/container.Caddyfile')).toBe(
    caddyfile
      .replace('shop.example', '{$DOMAIN}')
      .replace('127.0.0.1:4001 127.0.0.1:4002', 'gateway-1:4000 gateway-2:4000'),
  );
});

describe('a service that is being stopped', () => {
  const readSeconds = (text: string | undefined, pattern: RegExp) => Number(pattern.exec(text ?? '')?.[1]);

  test.each([
    ['deploy/systemd/bookshop-gateway@.service', /SHUTDOWN_DELAY_SECONDS=(\d+)/, /TimeoutStopSec=(\d+)/],
    ['deploy/systemd/bookshop-rest-api.service', /SHUTDOWN_DELAY_SECONDS=(\d+)/, /TimeoutStopSec=(\d+)/],
    ['compose.yaml', /SHUTDOWN_DELAY_SECONDS: '(\d+)'/, /stop_grace_period: (\d+)s/],
  ])(
    'serves requests until the proxy has noticed that it is stopping, and then has at least 20 seconds to close, with %s',
    async (file, delayPattern, timeoutPattern) => {
      const content = await read(file);
      const delay = readSeconds(content, delayPattern);
      const checkInterval = readSeconds(await read('deploy/Caddyfile'), /health_interval (\d+)s/);
      expect(delay).toBeGreaterThan(2 * checkInterval);
      expect(readSeconds(content, timeoutPattern) - delay).toBeGreaterThanOrEqual(20);
    },
  );
});
