import { isNotNull, isNull } from 'drizzle-orm';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { emails } from '../database/back-office-tables.ts';
import { contactEnquiries } from '../database/content-tables.ts';
import type { Database } from '../database/engine.ts';
import { resolveWithin } from '../database/time-limit.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { isPendingEmail } from '../mail/outbox.ts';

/** The service's Prometheus metrics. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics, with gauges that query the database when they are collected. */
export function createMetrics(database: Database) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'rest_api_emails',
    help: 'E-mails that have not been sent: `waiting` for an attempt, or `failed` and not retried.',
    labelNames: ['state'],
    registers,
    async collect() {
      const [waiting, failed] = await Promise.all([
        orNaN(database.$count(emails, isPendingEmail)),
        orNaN(database.$count(emails, isNotNull(emails.failedAt))),
      ]);
      this.set({ state: 'waiting' }, waiting);
      this.set({ state: 'failed' }, failed);
    },
  });
  new Gauge({
    name: 'rest_api_open_enquiries',
    help: 'Enquiries that are not marked as done.',
    registers,
    async collect() {
      this.set(await orNaN(database.$count(contactEnquiries, isNull(contactEnquiries.doneAt))));
    },
  });
  return {
    registry,
    requests: new Histogram({
      name: 'rest_api_request_seconds',
      help: 'Duration of requests by route; the status is `aborted` if the client disconnected.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
  };
}

/** Prometheus gives up after 10 seconds by default. */
const countTimeoutMs = 2000;

/** If the count fails or takes too long, the gauge is NaN and the other metrics are still reported. */
function orNaN(count: Promise<number>): Promise<number> {
  return resolveWithin(countTimeoutMs, count, Number.NaN);
}

export function createMetricsEndpoint({ registry }: Metrics): Endpoint {
  return {
    method: 'get',
    path: '/metrics',
    operation: {
      summary: 'Metrics for Prometheus',
      responses: { 200: { description: 'The text format of Prometheus', body: 'text/plain' } },
    },
    handle: async (_request, response) => {
      response.type(registry.contentType).send(await registry.metrics());
    },
  };
}
