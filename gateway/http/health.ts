import { type RequestHandler, Router } from 'express';
import type { GatewayServices } from '../graphql/context.ts';
import type { GatewayMetrics } from '../telemetry/metrics.ts';

/**
 * Liveness, readiness and metrics. Ready means that the catalogue is loaded and nobody shuts down;
 * it also says which endpoints of the REST host are left alone, and which of its lists were refused. A gateway whose shared store is away
 * stays ready and says so: all gateways miss the same store, and browsing goes on.
 */
export function healthEndpoints(
  { loader, transport, store }: Pick<GatewayServices, 'loader' | 'transport' | 'store'>,
  metrics: GatewayMetrics,
  isClosing: () => boolean,
): RequestHandler {
  const router = Router();
  router.get('/health/live', (_, response) => {
    response.json({ status: 'live' });
  });
  router.get('/health/ready', (_, response) => {
    const missing = loader.missing();
    const ready = loader.index !== null && !isClosing();
    response.status(ready ? 200 : 503).json({
      status: isClosing() ? 'closing' : ready ? 'ready' : 'waiting for the REST host',
      missing,
      refused: Object.fromEntries([...loader.losses()].filter(([, loss]) => loss !== null)),
      sharedStore: store.state,
      breakers: Object.fromEntries([...transport.breakers()].filter(([, state]) => state !== 'closed')),
      catalogue: {
        products: loader.index?.products.count ?? 0,
        version: loader.version,
        stale: loader.staleness !== null,
        confirmedAt: loader.refreshedAt === null ? null : new Date(loader.refreshedAt).toISOString(),
      },
    });
  });
  router.get('/metrics', async (_, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}
