import { setTimeout } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createGateway, type Gateway, type GatewayOptions } from './gateway.ts';
import type { TrustedDocuments } from './graphql/execution/trusted-documents.ts';
import {
  createRenderLimiter,
  type LimitRendering,
  type RenderLimits,
  renderLimits,
} from './http/render-limit.ts';
import { getShopOrigin } from './http/request-info.ts';

/** The running storefront. */
export interface Storefront {
  handler: RequestHandler;
  /** Whether pages can be rendered. */
  canRender(): Promise<boolean>;
  close(): Promise<void>;
}

/** What the gateway provides to the storefront. */
export interface StorefrontOptions
  extends Pick<
    Gateway,
    'execute' | 'getCatalogueVersion' | 'onStockChanged' | 'getSitemapEntries' | 'chargePage'
  > {
  getOrigin: (request: Request) => string | null;
  limitRendering: LimitRendering;
  onFailure: (error: unknown, path: string) => void;
  /** Whether to serve the GraphQL sandbox. */
  sandbox: boolean;
  /** Whether the gateway serves introspection, and the schema as files. */
  introspection: boolean;
  development: boolean;
}

/** How to start the storefront. */
export interface StorefrontFactory {
  createStorefront(options: StorefrontOptions): Promise<Storefront>;
  /** The documents of the storefront's build. @throws when the storefront has not been built. */
  readTrustedDocuments(): TrustedDocuments;
  /** The PIN codes to which the shop delivers free of charge, from its settings. */
  freeDeliveryPincodes?: readonly string[];
}

/** A running gateway with a storefront. */
export interface Shop {
  /** The shop's URL: `PUBLIC_URL`, else its URL on this machine. */
  url: string;
  readonly logger: Logger;
  announceShutdown: Gateway['announceShutdown'];
  close(): Promise<void>;
}

/** Options of a shop in addition to the settings. */
interface ShopOptions extends Pick<GatewayOptions, 'getPaymentProvider'> {
  limits?: RenderLimits;
  /** The port is opened after this time even if the catalogue is still loading; 10 seconds by default. */
  maxLoadWaitMs?: number;
}

/** Starts a gateway over a REST host, together with the storefront. */
export async function startShop(
  config: Config,
  restApiUrl: string,
  { createStorefront, readTrustedDocuments, freeDeliveryPincodes }: StorefrontFactory,
  { getPaymentProvider, limits = renderLimits, maxLoadWaitMs = 10_000 }: ShopOptions = {},
): Promise<Shop> {
  // In development, the documents change while the gateway runs, so the gateway gets none of them in advance. The
  // storefront then sends the text of each document whose hash the gateway does not know.
  const trustedDocuments = config.development ? undefined : readTrustedDocuments();
  const gateway = await createGateway(config, restApiUrl, {
    trustedDocuments,
    freeDeliveryPincodes,
    getPaymentProvider,
  });
  const storefrontCreation = Promise.withResolvers<Storefront>();
  // A proxy in front of several gateways sends requests to this one as soon as its port is open, so the catalogue is
  // loaded first.
  await Promise.race([gateway.waitForFirstLoad(), setTimeout(maxLoadWaitMs, undefined, { ref: false })]);
  // Listen before creating the storefront, which is slow, so that an unavailable port is reported first. Pages wait for
  // the storefront.
  let storefront: Storefront | undefined;
  try {
    const port = await gateway.listen(
      config.port,
      (request, response, next) => {
        storefrontCreation.promise.then(({ handler }) => handler(request, response, next)).catch(next);
      },
      async () => (await storefront?.canRender()) ?? false,
    );
    storefront = await createStorefront({
      ...gateway,
      getOrigin: (request) => getShopOrigin(request, config),
      limitRendering: createRenderLimiter(limits),
      onFailure: (err, path) => gateway.logger.error({ err, path }, 'a page could not be rendered'),
      sandbox: config.sandbox,
      introspection: config.introspection,
      development: config.development,
    });
    storefrontCreation.resolve(storefront);
    return {
      url: config.publicUrl ?? createLocalUrl(config.host, port),
      logger: gateway.logger,
      announceShutdown: gateway.announceShutdown,
      async close() {
        await gateway.close();
        await storefront?.close();
      },
    };
  } catch (error) {
    // Requests that are waiting for the storefront now fail. If there are none, nothing else handles this rejection.
    storefrontCreation.promise.catch(() => {});
    storefrontCreation.reject(error);
    // Otherwise, the catalogue loader would still be running when the REST service is stopped, and would log failures.
    await gateway.close();
    throw error;
  }
}

/** A gateway that listens on all interfaces is also reachable as localhost. */
function createLocalUrl(host: string | undefined, port: number): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
