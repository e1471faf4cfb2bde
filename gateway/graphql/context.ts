import type { Logger } from 'pino';
import type { ShopperAccounts } from '../accounts/shopper-accounts.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { CatalogueLoader } from '../catalogue/loader.ts';
import type { MediaAddresses } from '../media/addresses.ts';
import type { RestClient } from '../rest/client.ts';
import type { OrderRecord } from '../rest/order-shapes.ts';
import type { ShopperRecord } from '../rest/shopper-shapes.ts';
import type { PasswordResets } from '../session/password-resets.ts';
import type { RateLimits } from '../session/rate-limits.ts';
import type { Session, Sessions } from '../session/sessions.ts';

/** What the gateway is made of, shared by all requests. */
export interface GatewayServices {
  rest: RestClient;
  catalogue: Catalogue;
  contents: Pick<CatalogueLoader, 'coupons' | 'notifications' | 'slides' | 'marketingPosts'>;
  sessions: Sessions;
  accounts: ShopperAccounts;
  passwordResets: PasswordResets;
  rateLimits: RateLimits;
  media: MediaAddresses;
  logger: Logger;
}

/** Where a request came from. */
export interface RequestOrigin {
  requestId: string;
  /** The shop's address as the caller sees it, for example `https://shop.example`. */
  origin: string;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
  /** The caller's network address; empty for the storefront in this process. */
  clientAddress: string;
  /** The bearer token the caller sent; null for a visitor. */
  token: string | null;
}

/** What a resolver knows about its request. */
export class GatewayContext implements RequestOrigin {
  readonly services: GatewayServices;
  readonly requestId: string;
  readonly origin: string;
  readonly signal: AbortSignal;
  readonly clientAddress: string;
  readonly token: string | null;
  #session: Promise<Session | null> | undefined;
  #shopper: Promise<ShopperRecord | null> | undefined;
  readonly #orders = new Map<string, Promise<OrderRecord[]>>();

  constructor(services: GatewayServices, from: RequestOrigin) {
    this.services = services;
    this.requestId = from.requestId;
    this.origin = from.origin;
    this.signal = from.signal;
    this.clientAddress = from.clientAddress;
    this.token = from.token;
  }

  /** The session of the caller's token; null for a visitor, and for a wrong, ended or revoked token. */
  session(): Promise<Session | null> {
    this.#session ??= this.token === null ? Promise.resolve(null) : this.services.sessions.read(this.token);
    return this.#session;
  }

  /** The signed-in shopper's record, read once a request; null for a visitor. */
  shopper(): Promise<ShopperRecord | null> {
    this.#shopper ??= this.session().then((session) =>
      session === null ? null : this.services.accounts.read(session.userId, this.signal),
    );
    return this.#shopper;
  }

  /** The orders of an e-mail address, read once a request. */
  ordersOf(email: string): Promise<OrderRecord[]> {
    const known = this.#orders.get(email) ?? this.services.rest.orders(email, this.signal);
    this.#orders.set(email, known);
    return known;
  }

  /** Where a browser finds a picture or PDF the REST host refers to. */
  address(reference: string | null): string | null {
    return this.services.media.address(reference, this.origin);
  }
}
