import { type RequestHandler, Router } from 'express';
import type { CatalogueLoader } from '../catalogue/sync/loader.ts';
import type { RestTransport } from '../rest/transport.ts';
import type { KeyValueStore } from '../storage/key-value.ts';
import type { GatewayMetrics } from '../telemetry/metrics.ts';

/** What the health endpoints report on. */
export interface HealthServices {
  loader: CatalogueLoader;
  transport: Pick<RestTransport, 'getBreakerStates'>;
  store: Pick<KeyValueStore, 'state'>;
  /** Whether pages can be rendered; undefined for a gateway without a storefront. */
  canRenderPages?: (() => Promise<boolean>) | undefined;
}

/**
 * Liveness, readiness and metrics. The gateway is ready once the catalogue is loaded and pages can be rendered, until
 * shutdown begins. The readiness response also describes the catalogue, the store, the circuit breakers that are not
 * closed, and the lists of the REST host that are missing or whose latest version was rejected. A gateway whose store
 * is unavailable stays ready: with Redis, all gateways are affected alike, and visitors can still browse.
 */
export function createHealthEndpoints(
  { loader, transport, store, canRenderPages = async () => true }: HealthServices,
  metrics: GatewayMetrics,
  isClosing: () => boolean,
): RequestHandler {
  // Proxies block these paths. By default, Express ignores case and a trailing slash; a proxy that does not would let
  // `/Health/live` through.
  const router = Router({ caseSensitive: true, strict: true });
  router.use(['/health', '/metrics'], (_request, response, next) => {
    response.set('cache-control', 'no-store');
    next();
  });
  router.get('/health/live', (_, response) => {
    response.json({ status: 'live' });
  });
  router.get('/health/ready', async (_, response) => {
    const status = await getStatus();
    response.status(status === 'ready' ? 200 : 503).json({
      status,
      missing: loader.getMissingListNames(),
      rejected: Object.fromEntries([...loader.getLossByList()].filter(([, loss]) => loss !== null)),
      sharedStore: store.state,
      breakers: Object.fromEntries(
        [...transport.getBreakerStates()].filter(([, state]) => state !== 'closed'),
      ),
      catalogue: {
        products: loader.index?.products.count ?? 0,
        version: loader.version,
        stale: loader.staleness !== null,
        confirmedAt: loader.confirmedAt === null ? null : new Date(loader.confirmedAt).toISOString(),
      },
    });
  });
  router.get('/metrics', async (_, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;

  async function getStatus(): Promise<string> {
    if (isClosing()) return 'closing';
    if (loader.index === null) {
      return loader.isWritable ? 'waiting for the REST host' : 'the catalogue cannot be written to disk';
    }
    return (await canRenderPages()) ? 'ready' : 'pages cannot be rendered';
  }
}
