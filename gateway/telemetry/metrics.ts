import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { KeyValueStore } from '../storage/key-value.ts';

/** The gateway's Prometheus metrics. */
export type GatewayMetrics = ReturnType<typeof createMetrics>;

const breakerStates = { closed: 0, 'half-open': 1, open: 2 } as const;

/** What the metrics report about the catalogue. */
interface CatalogueStatus {
  readonly index: { products: { count: number } } | null;
  readonly confirmedAt: number | null;
  /** Why the latest version of each list was rejected; null if it was accepted. */
  getLossByList(): Iterable<readonly [list: string, loss: unknown]>;
}

/** What the metrics report about the connection to the REST host. */
interface RestHostStatus {
  getBreakerStates(): Iterable<readonly [endpoint: string, state: keyof typeof breakerStates]>;
  readonly load: { running: number; waiting: number };
}

const orderOutcomes = ['placed', 'refused', 'failed', 'unknown'] as const;
export type OrderOutcome = (typeof orderOutcomes)[number];

const durationBuckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

/**
 * Creates the metrics in a registry of their own, so that several gateways can run in one process. The names of metrics
 * must not change, because operators' dashboards and alerts read them.
 */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    operations: new Histogram({
      name: 'gateway_operation_seconds',
      help: 'Duration of GraphQL operations by outcome: ok, errors, or aborted by a client that disconnected.',
      labelNames: ['kind', 'outcome'],
      buckets: durationBuckets,
      registers,
    }),
    orders: createOrderCounter(registers),
    responseCacheHits: new Counter({
      name: 'gateway_response_cache_hits_total',
      help: 'GraphQL responses from the response cache. Partners receive only responses with status 304 from it.',
      registers,
    }),
    resizedImages: new Counter({
      name: 'gateway_resized_images_total',
      help: 'Requests for resized images by outcome: cached, resized, failed or queue-full.',
      labelNames: ['outcome'],
      registers,
    }),
    compiledQueries: new Counter({
      name: 'gateway_compiled_queries_total',
      help: 'GraphQL queries that were executed in their compiled form.',
      registers,
    }),
    operationCost: new Counter({
      name: 'gateway_operation_cost_total',
      help: 'Cost of operations and feeds in points, by client.',
      labelNames: ['client'],
      registers,
    }),
    rejectedRequests: new Counter({
      name: 'gateway_rejected_requests_total',
      help: 'Requests that were rejected because of an invalid API key, an exhausted quota or an unavailable store.',
      labelNames: ['reason', 'client'],
      registers,
    }),
    restCalls: new Histogram({
      name: 'gateway_rest_call_seconds',
      help: 'Duration of one attempt of a REST call; the outcome is its status, or the reason why there is no whole response.',
      labelNames: ['endpoint', 'outcome'],
      buckets: durationBuckets,
      registers,
    }),
    restRetries: new Counter({
      name: 'gateway_rest_retries_total',
      help: 'Retries of REST calls.',
      labelNames: ['endpoint'],
      registers,
    }),
    restNotSent: new Counter({
      name: 'gateway_rest_calls_not_sent_total',
      help: 'REST calls and retries that were not sent because of an open circuit breaker, a full queue, a timeout in the queue, or a client that disconnected.',
      labelNames: ['endpoint', 'reason'],
      registers,
    }),
    droppedRecords: new Counter({
      name: 'gateway_dropped_records_total',
      help: 'Invalid records that were dropped from lists of the REST host.',
      labelNames: ['endpoint'],
      registers,
    }),
  };
}

function createOrderCounter(registers: Registry[]): Counter<'outcome'> {
  const orders = new Counter({
    name: 'gateway_orders_total',
    help: 'Requests to place an order by outcome: placed, refused, failed, or unknown.',
    labelNames: ['outcome'],
    registers,
  });
  // Prometheus computes no increase for a time series that begins at 1.
  for (const outcome of orderOutcomes) orders.inc({ outcome }, 0);
  return orders;
}

/** Registers gauges of the catalogue. Each reads its value when the metrics are collected. */
export function observeCatalogue({ registry }: GatewayMetrics, catalogue: CatalogueStatus): void {
  const registers = [registry];
  new Gauge({
    name: 'gateway_catalogue_products',
    help: 'Products in the catalogue.',
    registers,
    collect() {
      this.set(catalogue.index?.products.count ?? 0);
    },
  });
  new Gauge({
    name: 'gateway_catalogue_age_seconds',
    help: 'Time since the REST host last confirmed the catalogue; -1 before the first load.',
    registers,
    collect() {
      this.set(catalogue.confirmedAt === null ? -1 : (Date.now() - catalogue.confirmedAt) / 1000);
    },
  });
  new Gauge({
    name: 'gateway_list_rejected',
    help: 'Whether the latest version of a list was rejected because it lost too many records or values: 0 no, 1 yes.',
    labelNames: ['list'],
    registers,
    collect() {
      for (const [list, loss] of catalogue.getLossByList()) this.set({ list }, loss === null ? 0 : 1);
    },
  });
}

/** Registers a gauge of the store that several gateways may share. */
export function observeStore({ registry }: GatewayMetrics, store: Pick<KeyValueStore, 'state'>): void {
  new Gauge({
    name: 'gateway_shared_store_up',
    help: 'Whether the store of sessions, limits and idempotency keys is available: 0 no, 1 yes.',
    registers: [registry],
    collect() {
      this.set(store.state === 'unavailable' ? 0 : 1);
    },
  });
}

/** Returns callbacks that count and time REST calls. */
export function createRestObserver({ restCalls, restRetries, restNotSent }: GatewayMetrics) {
  return {
    onAttemptEnd: (endpoint: string, outcome: string, seconds: number) =>
      restCalls.observe({ endpoint, outcome }, seconds),
    onRetry: (endpoint: string) => restRetries.inc({ endpoint }),
    onNotSent: (endpoint: string, reason: string) => restNotSent.inc({ endpoint, reason }),
  };
}

/** Registers gauges of the connection to the REST host. */
export function observeRestHost({ registry }: GatewayMetrics, restHost: RestHostStatus): void {
  const registers = [registry];
  new Gauge({
    name: 'gateway_rest_breaker_state',
    help: 'State of the circuit breaker of a REST endpoint: 0 closed, 1 half-open, 2 open.',
    labelNames: ['endpoint'],
    registers,
    collect() {
      for (const [endpoint, state] of restHost.getBreakerStates())
        this.set({ endpoint }, breakerStates[state]);
    },
  });
  new Gauge({
    name: 'gateway_rest_calls',
    help: 'REST calls that are running or waiting for a slot.',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting } = restHost.load;
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}
