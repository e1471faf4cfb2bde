import { catalogueCalls } from './catalogue-calls.ts';
import type { DropObserver } from './decode-response.ts';
import { shopperCalls } from './shopper-calls.ts';
import type { RestTransport } from './transport.ts';

/** The REST host as the gateway knows it: one method per endpoint of requirements.md 7, every answer read by zod. */
export type RestClient = ReturnType<typeof createRestClient>;

/** @param onDrop told of each record of a list that could not be read. */
export function createRestClient(transport: RestTransport, onDrop: DropObserver = () => {}) {
  return Object.assign(catalogueCalls(transport, onDrop), shopperCalls(transport, onDrop));
}
