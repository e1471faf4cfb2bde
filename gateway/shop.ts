import type { RequestHandler } from 'express';
import type { Config } from './config.ts';
import { createGateway, type Gateway } from './gateway.ts';

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
    catalogueVersion: () => string;
    development: boolean;
  }) => Promise<MountedStorefront>,
): Promise<Shop> {
  const gateway = await createGateway(config, restApiUrl);
  const { execute, catalogueVersion } = gateway;
  const storefront = await createStorefront({ execute, catalogueVersion, development: config.development });
  const port = await gateway.listen(config.port, storefront.handler);
  return {
    url: config.publicUrl ?? `http://localhost:${port}`,
    async close() {
      await gateway.close();
      await storefront.close();
    },
  };
}
