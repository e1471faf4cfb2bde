import type { Request, RequestHandler } from 'express';
import type { Config } from './config.ts';
import { createGateway, type Gateway } from './gateway.ts';
import { originOf } from './http/origin.ts';
import { type LimitRendering, limitRendering, type RenderLimits, renderLimits } from './http/render-limit.ts';

/** The storefront as the start-up file mounts it. */
export interface MountedStorefront {
  handler: RequestHandler;
  close(): Promise<void>;
}

/** A gateway that serves the storefront. */
export interface Shop {
  /** The shop's address on this machine. */
  url: string;
  close(): Promise<void>;
}

/** Starts the gateway over a REST host and mounts the storefront that `createStorefront` makes for it. */
export async function openShop(
  config: Config,
  restApiUrl: string,
  createStorefront: (options: {
    execute: Gateway['execute'];
    originOf: (request: Request) => string | null;
    catalogueVersion: () => string;
    catalogueNames: Gateway['catalogueNames'];
    chargePage: Gateway['chargePage'];
    limitRendering: LimitRendering;
    onFailure: (error: unknown, path: string) => void;
    development: boolean;
  }) => Promise<MountedStorefront>,
  limits: RenderLimits = renderLimits,
): Promise<Shop> {
  const gateway = await createGateway(config, restApiUrl);
  const { execute, catalogueVersion, catalogueNames, chargePage, logger } = gateway;
  const mounted = Promise.withResolvers<MountedStorefront>();
  // The port first: where it is taken, that is said before anything slow begins. Pages wait a moment.
  const listening = gateway.listen(config.port, (request, response, next) => {
    mounted.promise.then(({ handler }) => handler(request, response, next)).catch(next);
  });
  const port = await listening.catch(async (error: unknown) => {
    // Its loading would outlive the REST service, which is stopped next, and log that it is gone.
    await gateway.close();
    throw error;
  });
  const storefront = await createStorefront({
    execute,
    originOf: (request) => originOf(request, config.publicUrl),
    catalogueVersion,
    catalogueNames,
    chargePage,
    limitRendering: limitRendering(limits),
    onFailure: (err, path) => logger.error({ err, path }, 'a page could not be rendered'),
    development: config.development,
  });
  mounted.resolve(storefront);
  return {
    url: config.publicUrl ?? urlAt(config.host, port),
    async close() {
      await gateway.close();
      await storefront.close();
    },
  };
}

/** A gateway on all addresses is reached as localhost too. */
function urlAt(host: string | undefined, port: number): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
