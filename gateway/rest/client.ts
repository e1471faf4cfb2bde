import { createCatalogueClient } from './catalogue-calls.ts';
import type { ListObserver } from './decode-response.ts';
import { createOrderClient } from './orders.ts';
import { createShopperClient } from './shoppers.ts';
import type { RestTransport } from './transport.ts';

/** A typed client of the REST API (requirements.md 7). Responses are validated. */
export type RestClient = ReturnType<typeof createRestClient>;

/** @param onDecoded called once for each decoded list, with the number of dropped records and the first reasons. */
export function createRestClient(transport: RestTransport, onDecoded: ListObserver) {
  return Object.assign(
    createCatalogueClient(transport, onDecoded),
    createShopperClient(transport),
    createOrderClient(transport, onDecoded),
  );
}
