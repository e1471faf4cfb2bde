import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Logger } from 'pino';
import type { AccountLimits } from '../auth/account-limits.ts';
import type { AttemptLimits } from '../auth/attempt-limits.ts';
import type { PartnerDirectory } from '../auth/partners/directory.ts';
import type { PasswordResets } from '../auth/password-reset.ts';
import type { Session, Sessions } from '../auth/sessions.ts';
import { authenticateViewer, type Client } from '../auth/viewer.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CatalogueLoader } from '../catalogue/sync/loader.ts';
import type { CustomerRecords } from '../customers/record.ts';
import type { ImageService } from '../images/image-service.ts';
import type { ImageWidth } from '../images/image-variants.ts';
import type { SignedUrls } from '../images/signed-urls.ts';
import type { OrderService } from '../orders/place-order.ts';
import type { Usage } from '../quota/charge.ts';
import type { Quotas } from '../quota/quota.ts';
import type { RestClient } from '../rest/client.ts';
import type { OrderRange, ShopperOrders } from '../rest/shopper-calls.ts';
import type { RestTransport } from '../rest/transport.ts';
import type { ShopperRecord } from '../rest/user-schema.ts';
import type { KeyValueStore } from '../storage/key-value.ts';
import type { Tracing } from '../telemetry/tracing.ts';

/** What the gateway is made of, shared by all requests. */
export interface GatewayServices {
  rest: RestClient;
  /** How the REST host can be reached just now. */
  transport: Pick<RestTransport, 'breakers' | 'load'>;
  catalogue: Catalogue;
  loader: CatalogueLoader;
  /** Where the state is that several gateways share, and whether it can be had just now. */
  store: Pick<KeyValueStore, 'state'>;
  sessions: Sessions;
  accounts: CustomerRecords;
  orders: OrderService;
  passwordResets: PasswordResets;
  rateLimits: AttemptLimits;
  accountLimits: AccountLimits;
  partners: PartnerDirectory;
  budgets: Quotas;
  media: SignedUrls;
  pictures: ImageService;
  tracing: Tracing;
  logger: Logger;
}

/** Where a request came from. */
export interface RequestOrigin {
  requestId: string;
  /** The shop's address as the caller sees it, for example `https://shop.example`. */
  origin: string;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
  /** The caller's network, see `rateLimitSubnet`; empty for the storefront in this process. */
  clientAddress: string;
  /** The partner's key the caller sent; null for none. */
  apiKey: string | null;
  /** The bearer token the caller sent; null for a visitor. */
  token: string | null;
}

/** An operation of a document that is parsed and valid. */
export interface ReadOperation {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
}

/** What is known of the answer as soon as it is made. */
export interface Answer {
  /** Whether the same request by any visitor would be answered the same, until the catalogue changes. */
  isRepeatable: boolean;
  hasErrors: boolean;
  /** Whether it failed for a reason of the gateway's or the REST host's own. */
  hasFailed: boolean;
  /** `query`, `mutation`, or `unreadable` for what was no operation. */
  kind: string;
  /** The operation's name; null for none. */
  name: string | null;
  /** The operation itself; null until it is read. */
  operation: ReadOperation | null;
}

/** What a resolver knows about its request. */
export interface GatewayContext extends RequestOrigin {
  services: GatewayServices;
  answer: Answer;
  usage: Usage;
  /** Who asks; null when the key that was sent is no partner's. @throws {StoreUnavailableError} */
  client(): Promise<Client | null>;
  /** The session of the caller's token; null for a visitor, and for a wrong, ended or revoked token. */
  session(): Promise<Session | null>;
  /** The signed-in shopper's record, read once a request; null without a session, and when the host has none. */
  shopper(): Promise<ShopperRecord | null>;
  /** The orders of an e-mail address, or some of them, read once a request. */
  ordersOf(email: string, range?: OrderRange): Promise<ShopperOrders>;
  /** Where a browser finds a picture or PDF the REST host refers to; with a width, a copy of it so wide. */
  address(reference: string | null, width?: ImageWidth | null): string | null;
}

/** A context without private state of its own: Apollo Server hands resolvers a copy of it. */
export function createContext(services: GatewayServices, from: RequestOrigin): GatewayContext {
  let session: Promise<Session | null> | undefined;
  let client: Promise<Client | null> | undefined;
  let shopper: Promise<ShopperRecord | null> | undefined;
  const orders = new Map<string, Promise<ShopperOrders>>();
  const context: GatewayContext = {
    ...from,
    services,
    answer: {
      isRepeatable: false,
      hasErrors: false,
      hasFailed: false,
      kind: 'unreadable',
      name: null,
      operation: null,
    },
    usage: { atDoor: 0, charged: 0, cost: null, isGranted: null, budget: null },
    client() {
      client ??= authenticateViewer(from, services.partners, services.sessions);
      return client;
    },
    session() {
      session ??= from.token === null ? Promise.resolve(null) : services.sessions.read(from.token);
      return session;
    },
    shopper() {
      shopper ??= context
        .session()
        .then((signedIn) =>
          signedIn === null ? null : services.accounts.read(signedIn.userId, from.signal),
        );
      return shopper;
    },
    ordersOf(email, range) {
      const key = JSON.stringify([email, range]);
      const known = orders.get(key) ?? services.rest.listOrders(email, from.signal, range);
      orders.set(key, known);
      return known;
    },
    address: (reference, width) => services.media.address(reference, from.origin, width),
  };
  return context;
}
