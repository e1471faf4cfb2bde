import { beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommand } from '../contract/command.ts';
import { createCall } from './calls.ts';
import { createCatalogueDirectory } from './prepared-data.ts';
import { type RunningService, removeDataDirectory, startService } from './service.ts';

const token = 'the-token-of-the-gateways-0123456789';
const previousTokens = ['an-earlier-token-of-the-gateways-0123', 'the-first-token-of-the-gateways-01234=='];

let service: RunningService;

beforeAll(async () => {
  const directory = await createCatalogueDirectory();
  service = await startService({
    DATA_DIR: directory,
    REST_API_TOKEN: token,
    REST_API_TOKEN_PREVIOUS: previousTokens.join(', '),
  });
  return async () => {
    await service.stop();
    await removeDataDirectory(directory);
  };
});

function send(line: string, authorization?: string, otherHeaders: Record<string, string> = {}) {
  const headers = { ...otherHeaders, ...(authorization !== undefined && { authorization }) };
  return createCall(service.url)(line, { headers });
}

describe('a service with REST_API_TOKEN', () => {
  test.each([
    'GET /getUserById/1',
    'HEAD /getallproducts',
    'OPTIONS /getallproducts',
    'POST /loginByContact',
    'GET /files/covers/1.svg',
    'GET /metrics',
    'GET /openapi.json',
    'GET /health/live/',
    'GET /nothing',
  ])('responds with 401 to %s without a token', async (line) => {
    const { status, headers, body } = await send(line);
    expect([status, headers.get('www-authenticate'), headers.get('content-type')]).toEqual([
      401,
      'Bearer',
      'application/json; charset=utf-8',
    ]);
    if (!line.startsWith('HEAD')) {
      expect(body).toEqual({
        message: 'The request needs the header Authorization: Bearer, with a token that the service accepts',
      });
    }
  });

  test.each([
    'Bearer',
    'Bearer ',
    `Bearer ${token}0`,
    `Bearer ${token.slice(1)}`,
    `Bearer ${token.toUpperCase()}`,
    `Bearer ${token}, Bearer ${token}`,
    `Basic ${token}`,
    token,
  ])('responds with 401 to the header Authorization: %s', async (authorization) => {
    expect((await send('GET /AllLanguages', authorization)).status).toBe(401);
  });

  test.each([`Bearer ${token}`, `bearer  ${token}`, ...previousTokens.map((value) => `Bearer ${value}`)])(
    'accepts the header Authorization: %s',
    async (authorization) => {
      expect((await send('GET /AllLanguages', authorization)).status).toBe(200);
    },
  );

  test.each(['GET /health/live', 'HEAD /health/ready', 'GET /health/ready'])(
    'accepts %s without a token, for proxies and containers',
    async (line) => {
      expect((await send(line)).status).toBe(200);
    },
  );

  test('does not log tokens', async () => {
    await send('GET /AllLanguages', `Bearer ${token}`, { 'x-request-id': 'accepted-request' });
    const unknown = 'Bearer an-unknown-token-0123456789012345';
    await send('GET /AllLanguages', unknown, { 'x-request-id': 'rejected-request' });
    await expect.poll(service.output).toMatch(/accepted-request.*rejected-request/s);
    expect(service.output()).not.toMatch(/the-gateways|an-unknown-token/);
  });
});

describe('the check of a host that requires a token', () => {
  const check = async (ownToken: string) => {
    vi.stubEnv('REST_API_TOKEN', ownToken);
    let output = '';
    const stream = { write: (text: string) => (output += text) };
    const streams = { stdout: stream, stderr: stream };
    const exitCode = await runCommand(['--url', service.url], streams, new AbortController().signal);
    vi.unstubAllEnvs();
    return { exitCode, output };
  };

  test('passes with the token', async () => {
    const { exitCode, output } = await check(token);
    expect(output).toMatch(/ passed, 0 failed/);
    expect(output).not.toMatch(/Warning|the-token/);
    expect(exitCode).toBe(0);
  });

  test.each(['', 'another-token-0123456789012345678901'])(
    'fails with the token %j, in one line that names the setting',
    async (ownToken) => {
      expect(await check(ownToken)).toEqual({
        exitCode: 1,
        output: 'The host requires a token (status 401): set REST_API_TOKEN to one that it accepts\n',
      });
    },
  );
});
