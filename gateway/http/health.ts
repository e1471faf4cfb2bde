import { type RequestHandler, Router } from 'express';
import type { GatewayServices } from '../graphql/context.ts';
import type { GatewayMetrics } from '../telemetry/metrics.ts';

/**
 * Liveness, readiness and metrics. The gateway is ready once the catalogue is loaded, until shutdown
 * begins. The response also lists open circuit breakers and rejected lists of the REST host. A gateway
 * that cannot reach the shared store stays ready: all gateways are affected alike, and visitors can
 * still browse.
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
