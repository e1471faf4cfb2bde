import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Config, readConfig } from '#gateway/config.ts';
import { createGateway, type Gateway } from '#gateway/gateway.ts';
import type { BreakerPolicy } from '#gateway/rest/breaker.ts';
import { hostUrl, RestHost } from './rest-host.ts';

/** What GraphQL answered. Tests say what they expect of it, so its data has no type. */
export interface GraphQLAnswer {
  status: number;
  extensions: Record<string, unknown> | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: each test expects its own shape, and fails when it is another.
  data: any;
  errors: Array<{ message: string; path?: unknown[]; extensions: Record<string, unknown> }>;
}

/** A gateway over the fake host, reached by HTTP. */
export interface TestGateway {
  url: string;
  gateway: Gateway;
  graphql(query: string, variables?: Record<string, unknown>, token?: string): Promise<GraphQLAnswer>;
  close(): Promise<void>;
}

/** The REST side of a test file; `host` is new for each test, and reset handlers with it. */
export function restSide(): { readonly host: RestHost; server: ReturnType<typeof setupServer> } {
  const server = setupServer();
  const side = { host: new RestHost(), server };
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  beforeEach(() => {
    side.host = new RestHost();
    server.resetHandlers(
      http.all('http://127.0.0.1:*/*', () => passthrough()),
      ...side.host.handlers(),
    );
  });
  afterAll(() => server.close());
  return side;
}

/** What a test may choose of its gateway. */
export interface Chosen {
  config?: Partial<Config>;
  /** Whether to wait until the catalogue is loaded; it is by default. */
  wait?: boolean;
  /** Between two refreshes of the catalogue, in milliseconds. */
  refreshEvery?: number;
  /** Where the host is, when it is not the fake one. */
  host?: string;
  /** When an endpoint that fails is left alone; by default for moments only. */
  breaker?: Partial<BreakerPolicy>;
  /** Gets each line of the log. */
  logLine?: (line: string) => void;
}

/** Starts a gateway on a free port. */
export async function startGateway({
  config = {},
  wait = true,
  refreshEvery = 60_000,
  host = hostUrl,
  breaker = {},
  logLine,
}: Chosen = {}): Promise<TestGateway> {
  const dataDir = config.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'gw-test-')));
  const level = logLine === undefined ? 'silent' : 'trace';
  const settings = { ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: level }), ...config };
  const gateway = await createGateway(settings, host, {
    times: { refreshEvery, firstRetry: 20 },
    breaker: { failures: 5, firstPause: 50, longestPause: 200, ...breaker },
    ...(logLine && { logTo: { write: logLine } }),
  });
  const url = `http://127.0.0.1:${await gateway.listen(0)}`;
  const started: TestGateway = {
    url,
    gateway,
    graphql: (query, variables, token) => graphql(url, query, variables, token),
    async close() {
      await gateway.close();
      if (config.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
  if (wait) await expect.poll(() => readiness(url), { timeout: 10_000 }).toBe(200);
  return started;
}

export async function readiness(url: string): Promise<number> {
  return (await fetch(`${url}/health/ready`)).status;
}

async function graphql(
  url: string,
  query: string,
  variables: Record<string, unknown> = {},
  token?: string,
): Promise<GraphQLAnswer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors = [], extensions } = JSON.parse(await response.text());
  return { status: response.status, data, errors, extensions };
}

/** Signs the host's first shopper in; gives the token. */
export async function signIn({ graphql }: TestGateway, contact = '9000000001', password = 'right-password') {
  const { data } = await graphql(
    `mutation ($input: LoginInput!) { login(input: $input) { token userErrors { code message } } }`,
    { input: { contact, password } },
  );
  expect(data.login.userErrors).toEqual([]);
  return String(data.login.token);
}

interface UserError {
  code: string;
  message: string;
  field: string[] | null;
}

/** The only error of a mutation's payload. */
export function onlyError({ userErrors }: { userErrors: UserError[] }): UserError {
  const [error] = userErrors;
  if (error === undefined || userErrors.length > 1)
    throw new Error(`${userErrors.length} errors instead of one`);
  return error;
}

/** Numbers that look drawn at random but are the same on every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
