import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HttpRequestInterceptor } from '@mswjs/interceptors/http';
import type { RequestHandler } from 'express';
import { http, passthrough } from 'msw';
import { defineNetwork, InterceptorSource } from 'msw/experimental';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Config, readConfig } from '#gateway/config.ts';
import { createGateway, type Gateway, type GatewayOptions } from '#gateway/gateway.ts';
import type { CircuitBreakerPolicy } from '#gateway/rest/circuit-breaker.ts';
import type { RestPolicy } from '#gateway/rest/transport.ts';
import { demoShop } from '#tests/demo-shop.ts';
import { createGraphQLClient, mutate, type Payload, type SendOperation, textAt } from './graphql-call.ts';
import { hostUrl, RestHost } from './rest-host.ts';

/** A gateway that runs in the process of the test. */
export interface TestGateway {
  url: string;
  gateway: Gateway;
  graphql: SendOperation;
  close(): Promise<void>;
}

/** Sets up a fake REST host for a test file. Its data and handlers are reset before each test. */
export function setUpRestHost() {
  const server = defineNetwork({
    // msw's `setupServer` does not intercept requests of undici, with which the gateway calls the host.
    sources: [new InterceptorSource({ interceptors: [new HttpRequestInterceptor()] })],
    onUnhandledFrame: 'error',
    context: { quiet: true },
  });
  const setup = { host: new RestHost(), server };
  beforeAll(() => server.enable());
  beforeEach(() => {
    setup.host = new RestHost();
    server.resetHandlers(
      http.all('http://127.0.0.1:*/*', () => passthrough()),
      ...setup.host.createHandlers(),
    );
  });
  afterAll(() => server.disable());
  return setup;
}

/** Options of a test gateway. */
export interface TestGatewayOptions {
  config?: Partial<Config>;
  /** Whether to wait until the catalogue is loaded. True by default. */
  waitForCatalogue?: boolean;
  /** Interval between refreshes of the catalogue, in milliseconds. */
  refreshIntervalMs?: number;
  /** The URL of the REST host. By default, that of the fake host. */
  restApiUrl?: string;
  /** Options of the circuit breakers. By default, they stay open for 50 to 200 ms. */
  breaker?: Partial<CircuitBreakerPolicy>;
  /** Other options of REST calls that differ from the defaults. */
  policy?: Partial<Omit<RestPolicy, 'breaker'>>;
  /** Creates the handler of all requests that the gateway does not handle. The handler can call `chargePage`. */
  storefront?: (chargePage: Gateway['chargePage']) => RequestHandler;
  /** Returns the current provider of online payments. By default, it is that of the settings. */
  getPaymentProvider?: GatewayOptions['getPaymentProvider'];
  /** The documents that the storefront sends. By default, no document is trusted. */
  trustedDocuments?: GatewayOptions['trustedDocuments'];
  /** Receives each line of the log. */
  onLogLine?: (line: string) => void;
}

/** Starts a gateway on a free port. */
export async function startGateway({
  config = {},
  waitForCatalogue = true,
  refreshIntervalMs = 60_000,
  restApiUrl = hostUrl,
  breaker = {},
  policy = {},
  storefront,
  getPaymentProvider,
  trustedDocuments,
  onLogLine,
}: TestGatewayOptions = {}): Promise<TestGateway> {
  const dataDir = config.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'gw-test-')));
  const level = onLogLine === undefined ? 'silent' : 'trace';
  const settings = {
    ...readConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: level,
      VISITOR_BUDGET: 'unlimited',
      PAYMENT_PROVIDER: 'demo',
    }),
    ...config,
  };
  const gateway = await createGateway(settings, restApiUrl, {
    freeDeliveryPincodes: demoShop.policies.freeDeliveryPincodes,
    getPaymentProvider,
    trustedDocuments,
    times: { refreshIntervalMs, firstRetryDelayMs: 20 },
    policy: { ...policy, breaker: { failureThreshold: 5, minOpenMs: 50, maxOpenMs: 200, ...breaker } },
    ...(onLogLine && { logTo: { write: onLogLine } }),
  });
  const url = `http://127.0.0.1:${await gateway.listen(0, storefront?.(gateway.chargePage))}`;
  const testGateway: TestGateway = {
    url,
    gateway,
    graphql: createGraphQLClient(url),
    async close() {
      await gateway.close();
      if (config.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
  if (waitForCatalogue) await expect.poll(() => fetchReadiness(url)).toBe(200);
  return testGateway;
}

/** Returns functions that start gateways and close them. The gateways that a test leaves running are closed after it. */
export function setUpGateways() {
  const running: TestGateway[] = [];
  const closeAll = () => Promise.all(running.splice(0).map((gateway) => gateway.close()));
  afterEach(closeAll);
  return {
    closeAll,
    async start(options?: TestGatewayOptions): Promise<TestGateway> {
      const gateway = await startGateway(options);
      running.push(gateway);
      return gateway;
    },
  };
}

/** The HTTP status of the readiness endpoint. */
export async function fetchReadiness(url: string): Promise<number> {
  return (await fetch(`${url}/health/ready`)).status;
}

/** The value of a metric, for example `gateway_list_rejected{list="authors"}`; 0 if it is missing. */
export async function readMetric(url: string, nameAndLabels: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const prefix = `${nameAndLabels} `;
  const found = metrics.split('\n').find((line) => line.startsWith(prefix));
  return Number(found?.slice(prefix.length) ?? 0);
}

/** The number of responses that were served from the response cache. */
export function countCacheHits(url: string): Promise<number> {
  return readMetric(url, 'gateway_response_cache_hits_total');
}

/** Signs in a shopper, by default the host's first one. Returns the token. */
export async function signIn(
  { graphql }: Pick<TestGateway, 'graphql'>,
  contact = '9000000001',
  password = 'right-password',
): Promise<string> {
  const login = await mutate(graphql, 'login', { contact, password }, 'token');
  expect(login.userErrors).toEqual([]);
  return textAt(login, 'token');
}

/** A new gateway for each test of a file, with the host's first shopper signed in. */
export interface SignedInSetup {
  readonly host: RestHost;
  server: ReturnType<typeof setUpRestHost>['server'];
  readonly shop: TestGateway;
  readonly token: string;
  /** Runs a mutation as the shopper. Returns its payload. */
  call(mutation: string, input: Record<string, unknown>, fields?: string): Promise<Payload>;
}

/** Sets up a new gateway for each test. `prepareHost` changes the host's data before the gateway starts. */
export function setUpSignedInShopper(prepareHost: (host: RestHost) => void = () => {}): SignedInSetup {
  const rest = setUpRestHost();
  let shop: TestGateway;
  let token: string;
  beforeEach(async () => {
    prepareHost(rest.host);
    shop = await startGateway();
    token = await signIn(shop);
  });
  afterEach(() => shop.close());
  return {
    server: rest.server,
    get host() {
      return rest.host;
    },
    get shop() {
      return shop;
    },
    get token() {
      return token;
    },
    call: (mutation, input, fields) => mutate(shop.graphql, mutation, input, fields, token),
  };
}
