import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadOrCreateSecret } from '#gateway/auth/keys.ts';
import { ConfigError, readConfig, requireRestApiUrl } from '#gateway/config.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';
import { startGatewayProcess } from './gateway-process.ts';
import { startGateway } from './harness.ts';

describe('settings', () => {
  it('have defaults, and a blank setting counts as unset', () => {
    expect(readConfig({ PORT: ' ', REST_API_URL: '', VISITOR_BUDGET: '' })).toMatchObject({
      port: 4000,
      host: undefined,
      restApiUrl: undefined,
      restApiToken: undefined,
      sessionSecret: undefined,
      redisUrl: undefined,
      publicUrl: undefined,
      corsOrigins: [],
      storefrontDocuments: 'any',
      previousSecrets: [],
      visitorQuota: 500_000,
      maxCatalogueLossPercent: 50,
      shutdownDelaySeconds: 0,
      tracesUrl: undefined,
      dataDir: path.resolve('.data'),
      development: false,
    });
  });

  it('are read from the environment, except STOREFRONT_DOCUMENTS in development', () => {
    const secret = 's'.repeat(32);
    const token = `az_AZ-09.~+/${'t'.repeat(32)}==`;
    const environment = {
      PORT: '0',
      REST_API_URL: 'https://books.example:27443/',
      REST_API_TOKEN: ` ${token}`,
      SESSION_SECRET: secret,
      SESSION_SECRET_PREVIOUS: `${'o'.repeat(32)}, ${'p'.repeat(32)}`,
      VISITOR_BUDGET: 'unlimited',
      PUBLIC_URL: 'https://shop.example/',
      STOREFRONT_DOCUMENTS: 'trusted',
      NODE_ENV: 'production',
    };
    expect(readConfig({ ...environment, NODE_ENV: 'development' }).storefrontDocuments).toBe('any');
    expect(readConfig(environment)).toMatchObject({
      port: 0,
      storefrontDocuments: 'trusted',
      restApiUrl: 'https://books.example:27443',
      restApiToken: token,
      sessionSecret: secret,
      previousSecrets: ['o'.repeat(32), 'p'.repeat(32)],
      visitorQuota: Number.POSITIVE_INFINITY,
      publicUrl: 'https://shop.example',
      logLevel: 'info',
    });
  });

  it.each([
    'https://shop.example/',
    'https://shop.example?',
    'https://shop.example/#',
    'HTTPS://Shop.Example:443',
  ])('include the origin of PUBLIC_URL=%s', (url) => {
    expect(readConfig({ PUBLIC_URL: url }).publicUrl).toBe('https://shop.example');
  });

  it.each(['https://books.example/api/', 'https://books.example/api?', 'https://books.example/api/#'])(
    'include REST_API_URL=%s without /, ? and # at its end, so that paths can be appended',
    (url) => {
      expect(readConfig({ REST_API_URL: url }).restApiUrl).toBe('https://books.example/api');
    },
  );

  it.each([
    'http://localhost:5173',
    'capacitor://localhost',
    'ionic://localhost:8100',
    'https://app.example,capacitor://localhost',
  ])('include CORS_ORIGINS=%s', (origins) => {
    expect(readConfig({ CORS_ORIGINS: origins }).corsOrigins).toEqual(origins.split(','));
  });

  it.each([
    [{ PORT: '70000' }, "PORT is '70000': it must be a port number from 0 to 65535, for example 4000."],
    [{ PORT: 'http' }, "PORT is 'http': it must be a port number from 0 to 65535, for example 4000."],
    [
      { HOST: 'http://x' },
      "HOST is 'http://x': it must be an IP address or host name of this machine, such as 127.0.0.1, or unset.",
    ],
    [
      { REST_API_URL: 'books' },
      "REST_API_URL is 'books': it must be an http or https URL such as https://books.example:27443.",
    ],
    [
      { REST_API_URL: 'ftp://books.example' },
      "REST_API_URL is 'ftp://books.example': it must be an http or https URL",
    ],
    [
      { REST_API_URL: 'https://user:hunter2@books.example' },
      "REST_API_URL is 'https://***@books.example': it must be an http or https URL",
    ],
    [
      { REST_API_URL: 'user:hunter2@books.example' },
      "REST_API_URL is '***@books.example': it must be an http or https URL",
    ],
    [
      { REST_API_URL: 'https://books.example/?key=hunter2' },
      "REST_API_URL is 'https://books.example/?***': it must be an http or https URL",
    ],
    [
      { REST_API_CA: 'package.json' },
      "REST_API_CA is 'package.json': it must be a readable file with PEM certificates.",
    ],
    [{ REST_API_CA: '/nowhere/ca.pem' }, "REST_API_CA is '/nowhere/ca.pem': it must be a readable file"],
    ...[
      'hunter2',
      `hunter2${'x'.repeat(4090)}`,
      `hunter2 ${'x'.repeat(32)}`,
      `hunter2é${'x'.repeat(32)}`,
    ].map((REST_API_TOKEN): [Record<string, string>, string] => [
      { REST_API_TOKEN },
      'REST_API_TOKEN is invalid: it must be 32 to 4096 letters, digits and characters of -._~+/ (= only at the end), for example the output of `openssl rand -hex 32`.',
    ]),
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET is invalid: it must be at least 32 characters'],
    [
      { NODE_ENV: 'development', DEMO_LOGIN: 'hunter2' },
      'DEMO_LOGIN is invalid: it must be a contact number and a password, separated by a colon.',
    ],
    [
      { REDIS_URL: 'http://:hunter2@x' },
      'REDIS_URL is invalid: it must be a URL such as redis://127.0.0.1:6379, or redis://127.0.0.1:6379/1 for database 1.',
    ],
    [
      { REDIS_URL: 'redis://127.0.0.1:6379/shop' },
      'REDIS_URL is invalid: it must be a URL such as redis://127.0.0.1:6379, or redis://127.0.0.1:6379/1 for database 1.',
    ],
    [
      { PUBLIC_URL: 'https://shop.example/sub' },
      "PUBLIC_URL is 'https://shop.example/sub': it must be an http or https URL without a path, such as https://shop.example.",
    ],
    [
      { PUBLIC_URL: 'https://user:hunter2@shop.example' },
      "PUBLIC_URL is 'https://***@shop.example': it must be an http or https URL without a path",
    ],
    [{ NODE_ENV: 'prod' }, "NODE_ENV is 'prod': it must be production, development or test, or unset."],
    [{ STOREFRONT_DOCUMENTS: 'all' }, "STOREFRONT_DOCUMENTS is 'all': it must be any or trusted."],
    [{ SANDBOX: 'off' }, "SANDBOX is 'off': it must be true or false."],
    [{ CORS_ORIGINS: 'https://app.example/' }, "CORS_ORIGINS is 'https://app.example/': it must be origins"],
    [
      { CORS_ORIGINS: 'capacitor://localhost/' },
      "CORS_ORIGINS is 'capacitor://localhost/': it must be origins",
    ],
    ...['htps', 'htpps', 'htp', 'hhttp'].map((scheme): [Record<string, string>, string] => [
      { CORS_ORIGINS: `${scheme}://app.example` },
      `CORS_ORIGINS is '${scheme}://app.example': it must be origins such as https://app.example or capacitor://localhost, separated by commas, or *.`,
    ]),
    [{ CORS_ORIGINS: 'capacitor://' }, "CORS_ORIGINS is 'capacitor://': it must be origins"],
    [{ CORS_ORIGINS: 'localhost:5173' }, "CORS_ORIGINS is 'localhost:5173': it must be origins"],
    [
      { CORS_ORIGINS: 'capacitor://user:hunter2@localhost' },
      "CORS_ORIGINS is 'capacitor://***@localhost': it must be origins",
    ],
    [
      { CORS_ORIGINS: 'https://app.example,app' },
      "CORS_ORIGINS is 'https://app.example,app': it must be origins",
    ],
    [
      { CORS_ORIGINS: 'https://app.example,https://user:hunter2@app.example' },
      "CORS_ORIGINS is 'https://***@app.example': it must be origins",
    ],
    [
      { SESSION_SECRET_PREVIOUS: `${'s'.repeat(32)},short` },
      'SESSION_SECRET_PREVIOUS is invalid: it must be secrets of at least 32 characters, separated by commas.',
    ],
    [
      { VISITOR_BUDGET: '4999' },
      "VISITOR_BUDGET is '4999': it must be a number of points per minute from 5000 to 1000000000, or unlimited.",
    ],
    [
      { MAX_CATALOGUE_LOSS_PERCENT: '101' },
      "MAX_CATALOGUE_LOSS_PERCENT is '101': it must be a whole number from 0 to 100.",
    ],
    [{ VISITOR_BUDGET: '-1' }, "VISITOR_BUDGET is '-1'"],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      "OTEL_EXPORTER_OTLP_ENDPOINT is 'collector:4318': it must be the http or https URL of a collector, such as http://127.0.0.1:4318.",
    ],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:hunter2@collector:4318' },
      "OTEL_EXPORTER_OTLP_ENDPOINT is 'http://***@collector:4318': it must be the http or https URL of a collector",
    ],
    [
      { PICTURE_CACHE_MB: '1 GB' },
      "PICTURE_CACHE_MB is '1 GB': it must be a number of megabytes from 0 to 9999999.",
    ],
    [{ PICTURE_CACHE_MB: '-1' }, "PICTURE_CACHE_MB is '-1'"],
    [
      { SHUTDOWN_DELAY_SECONDS: '1.5' },
      "SHUTDOWN_DELAY_SECONDS is '1.5': it must be a whole number of seconds from 0 to 300.",
    ],
    [{ SHUTDOWN_DELAY_SECONDS: '301' }, "SHUTDOWN_DELAY_SECONDS is '301'"],
    [{ LOG_LEVEL: 'loud' }, "LOG_LEVEL is 'loud': it must be one of trace, debug"],
    [
      { NODE_ENV: 'production' },
      'SESSION_SECRET is not set: in production it must be at least 32 characters',
    ],
  ])('%o is rejected with a one-line message without secrets', (environment, message) => {
    let errorMessage = '';
    try {
      readConfig(environment);
    } catch (error) {
      errorMessage = error instanceof Error ? error.message : '';
    }
    expect(errorMessage).toContain(message);
    expect(errorMessage).not.toMatch(/\n|hunter2/);
  });

  it('must contain REST_API_URL if the embedded REST service is not used', () => {
    expect(() => requireRestApiUrl(readConfig({}))).toThrow(
      'REST_API_URL is not set: it must be an http or https URL',
    );
  });
});

describe('the session secret', () => {
  it('is generated once, even if several gateways start at the same time, in a file that only its owner can read', async () => {
    const folder = await createTemporaryFolder();
    const secrets = await Promise.all(Array.from({ length: 5 }, () => loadOrCreateSecret(folder)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\da-f]{64}$/);
    const { mode } = await stat(path.join(folder, 'gateway', 'session-secret'));
    expect(mode & 0o777).toBe(0o600);
  });

  it.each([
    ['empty', ''],
    ['blank', '\n'],
    ['too short', `${'s'.repeat(31)}\n`],
  ])('is rejected if its file is %s, with a message that says what to do', async (_, content) => {
    const folder = await createTemporaryFolder();
    const file = path.join(folder, 'gateway', 'session-secret');
    await mkdir(path.dirname(file));
    await writeFile(file, content);
    await expect(loadOrCreateSecret(folder)).rejects.toThrow(
      new ConfigError(
        `${file} contains no usable secret: it must have at least 32 bytes. Remove the file to generate a new secret, which signs everybody out, or set SESSION_SECRET.`,
      ),
    );
  });
});

describe('a gateway without Redis', () => {
  it.each([
    ['belongs to another process now', { processId: process.ppid, startedAt: 'another boot 1' }],
    [
      'is that of the new gateway, as in a container that was restarted',
      { processId: process.pid, startedAt: 'boot 1' },
    ],
    ['is not in use', { processId: 2 ** 22 + 1, startedAt: 'boot 1' }],
    ['cannot be read', ''],
  ])('uses the DATA_DIR of a gateway that was killed and whose process id %s', async (_, lock) => {
    const dataDir = await createTemporaryFolder();
    await mkdir(path.join(dataDir, 'gateway'));
    await writeFile(path.join(dataDir, 'gateway', 'gateway.lock'), JSON.stringify(lock));
    const gateway = await startGateway({
      config: { dataDir },
      restApiUrl: 'http://127.0.0.1:9',
      waitForCatalogue: false,
    });
    await gateway.close();
    expect(await readdir(path.join(dataDir, 'gateway'))).not.toContain('gateway.lock');
  });
});

describe('the startup command', { timeout: 120_000 }, () => {
  const otherServer = createServer();
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'gw-test-'));
    await new Promise<void>((resolve) => otherServer.listen(0, resolve));
  });
  afterAll(async () => {
    otherServer.close();
    await rm(folder, { recursive: true });
  });

  /** Runs a startup file until it exits. Returns its standard error and exit code. */
  function run(
    file: string,
    environment: Record<string, string>,
  ): Promise<{ standardError: string; code: number | null }> {
    const env = { ...process.env, DATA_DIR: folder, NODE_ENV: 'development', ...environment };
    return new Promise((resolve) => {
      const options = { env, timeout: 60_000 };
      const child = execFile(process.execPath, [`gateway/bin/${file}`], options, (_, __, standardError) => {
        resolve({ standardError, code: child.exitCode });
      });
    });
  }

  it.each([
    ['start.ts', { PORT: 'x' }, "PORT is 'x': it must be"],
    ['start.ts', { DATA_DIR: `${process.execPath}/x` }, `DATA_DIR is '${process.execPath}/x': it must be`],
    [
      'gateway.ts',
      { REST_API_URL: 'http://127.0.0.1:9', DATA_DIR: '/proc/nope' },
      "DATA_DIR is '/proc/nope': it must be",
    ],
    [
      'start.ts',
      { PORT: '0', HOST: '192.0.2.1' },
      "HOST is '192.0.2.1': it must be an IP address or host name of this machine",
    ],
    [
      'gateway.ts',
      { REST_API_URL: 'http://127.0.0.1:9', PORT: '0', HOST: 'nowhere.invalid', LOG_LEVEL: 'silent' },
      "HOST is 'nowhere.invalid': it must be an IP address or host name of this machine",
    ],
    [
      'start.ts',
      { SHOP_SETTINGS: 'package.json', PORT: '0' },
      "The shop settings in 'package.json' are invalid: legalName must be a string; onlineSince must be a year",
    ],
    ['gateway.ts', { REST_API_URL: '' }, 'REST_API_URL is not set: it must be'],
  ])('%s with %o prints one line and exits with code 1', async (file, environment, message) => {
    const { standardError, code } = await run(file, environment);
    expect(standardError).toContain(message);
    expect(standardError.trim()).not.toContain('\n');
    expect(code).toBe(1);
  });

  it('rejects a DATA_DIR that another gateway uses, and prints one line that says which process it is', async () => {
    const dataDir = await mkdtemp(path.join(folder, 'data-'));
    const settings = {
      DATA_DIR: dataDir,
      REST_API_URL: 'http://127.0.0.1:9',
      LOG_LEVEL: 'silent',
      PORT: '0',
    };
    const running = await startGatewayProcess(settings);
    const { standardError, code } = await run('gateway.ts', settings).finally(running.stop);
    expect(standardError).toBe(
      `DATA_DIR is '${dataDir}': process ${running.processId} runs a gateway with this directory. Stop it, choose another directory, or set REDIS_URL for both.\n`,
    );
    expect(code).toBe(1);
  });

  it.each([
    ['gateway.ts', { REST_API_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'silent' }],
    ['start.ts', { REST_API_PORT: '0' }],
  ])('%s on a port in use prints one line and exits with code 1', async (file, environment) => {
    const address: AddressInfo | string | null = otherServer.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const { standardError, code } = await run(file, { PORT: port, ...environment });
    expect(standardError).toBe(
      `PORT is '${port}': another program uses this port. Choose another port, or 0 for any free port.\n`,
    );
    expect(code).toBe(1);
  });
});
