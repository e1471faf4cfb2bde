import type { z } from 'zod';
import type { productSchema } from '#gateway/rest/catalogue-schema.ts';
import type { orderSchema } from '#gateway/rest/order-schema.ts';
import type { shopperSchema } from '#gateway/rest/shoppers.ts';
import type { HostResponse, Request } from './host.ts';
import type { TestUser } from './test-user.ts';

/**
 * The checks parse records with the schemas of the gateway, so that a record passes if and only if the gateway accepts
 * it. Amounts in the results are in paise.
 */
export type Product = z.output<typeof productSchema>;
export type User = z.output<typeof shopperSchema>;
export type Order = z.output<typeof orderSchema>;

/** The state that the checks of a run share. */
export interface RunState {
  /** The details of the test user, who is registered only with --write. */
  readonly testUser: TestUser;
  /** A contact number that no user has. */
  readonly unusedContact: string;
  /** Whether the requests contain the token in REST_API_TOKEN. */
  readonly sendsToken: boolean;
  products: readonly Product[];
  /** The entity tag of each path that returned one. */
  readonly entityTags: Map<string, string>;
  /** The id of the test user. */
  userId?: User['id'] | undefined;
  /** The test user as `saveUser` last saved it. Later changes on the host may be missing. */
  user?: User;
  /** The order that the checks have placed, as the host returned it. */
  order?: Order;
  /** Set once the host has accepted the order. A host may respond without the order itself. */
  orderPlacement?: { readonly isOrderReturned: boolean };
  /** The names of the records that the checks have left on the host; false for those that perhaps do not exist. */
  readonly leftoverRecords: Map<string, boolean>;
  /** The Idempotency-Key of `order`. */
  readonly orderKey: string;
  /** Whether the host returned the same order for the same key. */
  supportsOrderKey?: boolean;
  /** The id of the order once the host has cancelled it. */
  cancelledId?: Order['id'];
}

/** A condition that a response must meet. */
export interface Expectation {
  /** Printed in the table, such as `status 200`. */
  readonly description: string;
  /** Replaces the impact of the check if this condition is not met. */
  readonly impact?: string;
  /** Returns how the response differs; undefined if it meets the condition. */
  readonly findMismatch: (response: HostResponse, state: RunState) => string | undefined;
}

/** A call and the conditions for its response. */
export interface Check {
  /** The call as in docs/rest-api.md, with its special case: `GET /getproductbyid/{id} with an unknown id`. */
  readonly call: string;
  /** What is affected if the check fails. */
  readonly impact: string;
  /** Set if the check is about a feature that a host need not have. It is reported as supported or not supported. */
  readonly optional?: true;
  /** The request, or the reason why it cannot be sent to this host. */
  readonly request: (state: RunState) => Request | string;
  readonly expects: readonly Expectation[];
  /** Names the record that the host creates unless it rejects the request. */
  readonly creates?: (state: RunState, response?: HostResponse) => string;
  /** Saves what later checks need. Called for every response, even an unexpected one. */
  readonly save?: (response: HostResponse, state: RunState) => void;
}

export interface Area {
  readonly name: string;
  readonly checks: readonly Check[];
}

/** Builds a request from a value that an earlier check must have found. Returns `reason` if the value is missing. */
export function requestWith<Value>(
  value: Value | undefined,
  reason: string,
  request: (value: Value) => Request,
): Request | string {
  return value === undefined ? reason : request(value);
}

/**
 * The headers of a conditional request. Without `cache-control`, Node's `fetch` would add `no-cache`, and Express, for
 * example, would then never respond with 304.
 */
export const ifNoneMatch = (tag: string) => ({ 'if-none-match': tag, 'cache-control': 'max-age=0' });

/** Saves the entity tag of a path, for the check of conditional requests. */
export function saveEntityTag(path: string): NonNullable<Check['save']> {
  return (response, state) => {
    const tag = response.headers.get('etag');
    if (tag !== null) state.entityTags.set(path, tag);
  };
}
