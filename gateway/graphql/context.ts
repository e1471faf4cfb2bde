import { authenticateClient, type Client, type Credentials, type Viewer } from '../auth/client.ts';
import type { PartnerDirectory } from '../auth/partner-directory.ts';
import type { Session, Sessions } from '../auth/sessions.ts';
import type { StockShown } from '../catalogue/sync/stock-overlay.ts';
import type { ImageWidth } from '../images/image-variants.ts';
import type { SignedUrls } from '../images/signed-urls.ts';
import { type CostUsage, createCostUsage } from '../quota/charge.ts';
import type { RestClient } from '../rest/client.ts';
import type { OrderRange, ShopperOrders } from '../rest/orders.ts';
import type { ShopperRecord } from '../rest/shoppers.ts';

/**
 * The part of the context that resolvers of catalogue data may use. Clients can share the results of these resolvers
 * (see `constantTypes`), so they must not depend on the session or the shopper.
 */
export type SharedContext = Pick<GatewayContext, 'signal' | 'createMediaUrl' | 'stockShown'>;

/** The services that the context reads from. */
export interface ContextServices {
  rest: Pick<RestClient, 'getShopper' | 'listOrders'>;
  sessions: Sessions;
  partners: PartnerDirectory;
  signedUrls: SignedUrls;
}

/** The parts of an HTTP request that resolvers may use. */
export interface RequestInfo
  extends Pick<Viewer, 'requestId' | 'signal' | 'clientNetwork' | 'acceptLanguage'>,
    Pick<Credentials, 'apiKey' | 'hasMisplacedKey' | 'originHeader'> {
  /** The shop's origin as the client sees it, for example `https://shop.example`. */
  origin: string;
  /** The bearer token; null if none is sent. */
  token: string | null;
}

/** The operation of a request and its result, filled in while the request is processed. */
export interface OperationOutcome {
  /** When the request arrived, as a value of `performance.now()`. */
  startedAt: number;
  hasErrors: boolean;
  /**
   * Whether a query has a user error because the REST host is unavailable. Its response must not be cached: the next one
   * may differ, although the catalogue is the same.
   */
  hasTransientUserError: boolean;
  /** Whether a field failed because of the gateway or the REST host. */
  hasServerError: boolean;
  /** Whether a field is missing because the client disconnected, so that its REST call was aborted. */
  isAborted: boolean;
  /**
   * `query`, `mutation` or `subscription` (which is always rejected); `unreadable` for a request that contains no valid
   * operation or was rejected before its operation was read.
   */
  type: string;
  /** The operation's name, truncated for logs; null for an anonymous operation. */
  name: string | null;
  /** What produced the response. */
  source: 'graphql-js' | 'compiled query' | 'cache';
  /** The stock that the response shows; undefined if it is unknown. */
  stockShown?: StockShown;
}

/** The context that each resolver receives. */
export interface GatewayContext extends RequestInfo, Viewer {
  outcome: OperationOutcome;
  /** The stock that the response shows, filled in during the execution of a compiled query. */
  stockShown: { productIds: Set<string>; dependsOnAvailability: boolean };
  usage: CostUsage;
  /** The authenticated client; null if its API key is rejected. @throws {StoreUnavailableError} */
  getClient(): Promise<Client | null>;
  /** Reads the orders of an e-mail address, or a range of them. Each range is read at most once per request. */
  readOrders(email: string, range?: OrderRange): Promise<ShopperOrders>;
  /** Creates the URL from which a browser can load an image or PDF of the REST host, optionally resized to a width. */
  createMediaUrl(reference: string | null, width?: ImageWidth | null): string | null;
}

/** The outcome of an operation that begins now. */
export function createOutcome(fields: Partial<OperationOutcome> = {}): OperationOutcome {
  return {
    startedAt: performance.now(),
    hasErrors: false,
    hasTransientUserError: false,
    hasServerError: false,
    isAborted: false,
    type: 'unreadable',
    name: null,
    source: 'graphql-js',
    ...fields,
  };
}

/**
 * Creates the context of one request. It has no getters: Apollo Server passes a shallow copy to the resolvers, in which
 * the value of a getter would never change.
 */
export function createContext(services: ContextServices, request: RequestInfo): GatewayContext {
  let session: Promise<Session | null> | undefined;
  let client: Promise<Client | null> | undefined;
  let shopper: Promise<ShopperRecord | null> | undefined;
  const ordersByRange = new Map<string, Promise<ShopperOrders>>();
  const context: GatewayContext = {
    ...request,
    outcome: createOutcome(),
    stockShown: { productIds: new Set(), dependsOnAvailability: false },
    usage: createCostUsage(),
    getClient() {
      client ??= authenticateClient(context, services.partners);
      return client;
    },
    getSession() {
      session ??= request.token === null ? Promise.resolve(null) : services.sessions.read(request.token);
      return session;
    },
    getShopper() {
      shopper ??= context
        .getSession()
        .then((current) =>
          current === null ? null : services.rest.getShopper(current.userId, request.signal),
        )
        .then((versioned) => versioned?.record ?? null);
      return shopper;
    },
    forgetShopper() {
      shopper = undefined;
    },
    readOrders(email, range) {
      const key = JSON.stringify([email, range]);
      const orders = ordersByRange.get(key) ?? services.rest.listOrders(email, request.signal, range);
      ordersByRange.set(key, orders);
      return orders;
    },
    createMediaUrl: (reference, width) => services.signedUrls.createUrl(reference, request.origin, width),
  };
  return context;
}
