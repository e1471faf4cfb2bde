import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { KeyValueStore } from '../storage/key-value.ts';

/** What the gateway counts, for Prometheus. */
export type GatewayMetrics = ReturnType<typeof createMetrics>;

const breakerStates = { closed: 0, 'half-open': 1, open: 2 } as const;

/** What the metrics report about the catalogue. */
interface CatalogueStatus {
  readonly index: { products: { count: number } } | null;
  readonly refreshedAt: number | null;
  /** Why each list's last response was refused; null for an accepted one. */
  losses(): Iterable<readonly [list: string, loss: unknown]>;
}

/** What the metrics report about the REST host. */
interface RestHostStatus {
  breakers(): Iterable<readonly [endpoint: string, state: keyof typeof breakerStates]>;
  readonly load: { running: number; waiting: number };
}

const seconds = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

/** A registry of its own for each gateway, so that several can run in one process. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    operations: new Histogram({
      name: 'gateway_operation_seconds',
      help: 'Time to answer a GraphQL operation.',
      labelNames: ['kind', 'outcome'],
      buckets: seconds,
      registers,
    }),
    repeatedAnswers: new Counter({
      name: 'gateway_repeated_answers_total',
      help: 'Answers to visitors that were given again without being made again.',
      registers,
    }),
    pictures: new Counter({
      name: 'gateway_pictures_total',
      help: 'Pictures asked for in a width, by outcome: kept, made, failed, or busy when too many were to be made.',
      labelNames: ['outcome'],
      registers,
    }),
    knownQueries: new Counter({
      name: 'gateway_known_queries_total',
      help: 'Answers to visitors whose query was known, with variables that were new.',
      registers,
    }),
    cost: new Counter({
      name: 'gateway_operation_cost_total',
      help: 'What operations cost, in points, by who asked.',
      labelNames: ['client'],
      registers,
    }),
    turnedAway: new Counter({
      name: 'gateway_turned_away_total',
      help: 'Requests that were not answered for who asked or how much.',
      labelNames: ['reason', 'client'],
      registers,
    }),
    restCalls: new Histogram({
      name: 'gateway_rest_call_seconds',
      help: 'Time of one try of a call to the REST host; the outcome is its status, or why there was none.',
      labelNames: ['endpoint', 'outcome'],
      buckets: seconds,
      registers,
    }),
    restRetries: new Counter({
      name: 'gateway_rest_retries_total',
      help: 'Calls to the REST host that were tried again.',
      labelNames: ['endpoint'],
      registers,
    }),
    restNotSent: new Counter({
      name: 'gateway_rest_calls_not_sent_total',
      help: 'Calls that never reached the REST host: its endpoint was left alone, too many waited, or they waited too long or for nobody.',
      labelNames: ['endpoint', 'reason'],
      registers,
    }),
    droppedRecords: new Counter({
      name: 'gateway_dropped_records_total',
      help: 'Records of lists of the REST host that could not be read.',
      labelNames: ['endpoint'],
      registers,
    }),
  };
}

/** Adds what the catalogue tells at the moment of asking. */
export function observeCatalogue({ registry }: GatewayMetrics, loader: CatalogueStatus): void {
  const registers = [registry];
  new Gauge({
    name: 'gateway_catalogue_products',
    help: 'Products in the catalogue.',
    registers,
    collect() {
      this.set(loader.index?.products.count ?? 0);
    },
  });
  new Gauge({
    name: 'gateway_catalogue_age_seconds',
    help: 'Time since the REST host last confirmed the catalogue; -1 before the first load.',
    registers,
    collect() {
      this.set(loader.refreshedAt === null ? -1 : (Date.now() - loader.refreshedAt) / 1000);
    },
  });
  new Gauge({
    name: 'gateway_list_refused',
    help: 'Whether the last answer of the REST host lost too much of a list and was refused: 0 no, 1 yes.',
    labelNames: ['list'],
    registers,
    collect() {
      for (const [list, loss] of loader.losses()) this.set({ list }, loss === null ? 0 : 1);
    },
  });
}

/** Adds whether the state that several gateways share can be had at the moment of asking. */
export function observeStore({ registry }: GatewayMetrics, store: Pick<KeyValueStore, 'state'>): void {
  new Gauge({
    name: 'gateway_shared_store_up',
    help: 'Whether sessions, limits and order keys can be read and written: 0 no, 1 yes.',
    registers: [registry],
    collect() {
      this.set(store.state === 'away' ? 0 : 1);
    },
  });
}

/** Counts what becomes of calls to the REST host. */
export function restObserver({ restCalls, restRetries, restNotSent }: GatewayMetrics) {
  return {
    attemptEnded: (endpoint: string, outcome: string, took: number) =>
      restCalls.observe({ endpoint, outcome }, took),
    retried: (endpoint: string) => restRetries.inc({ endpoint }),
    notSent: (endpoint: string, reason: string) => restNotSent.inc({ endpoint, reason }),
  };
}

/** Adds how the REST host can be reached at the moment of asking. */
export function observeRestHost({ registry }: GatewayMetrics, transport: RestHostStatus): void {
  const registers = [registry];
  new Gauge({
    name: 'gateway_rest_breaker_state',
    help: 'Whether an endpoint of the REST host is called: 0 yes, 1 to see whether it is back, 2 no.',
    labelNames: ['endpoint'],
    registers,
    collect() {
      for (const [endpoint, state] of transport.breakers()) this.set({ endpoint }, breakerStates[state]);
    },
  });
  new Gauge({
    name: 'gateway_rest_calls',
    help: 'Calls to the REST host that run now, or wait for their turn.',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting } = transport.load;
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}
