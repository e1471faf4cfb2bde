import type { Answer, Request } from './host.ts';
import type { Order, Product, User } from './shapes.ts';
import type { Visitor } from './visitor.ts';

/** What earlier checks have learnt about the host; later ones build on it. */
export interface Known {
  /** The throw-away user that --write registers. */
  readonly visitor: Visitor;
  products: readonly Product[];
  /** The entity tag of each address that gave one. */
  readonly entityTags: Map<string, string>;
  /** The throw-away user as the host has it now. */
  user?: User;
  order?: Order;
  /** Whether the host took that order, and whether it answered with it, as it need not. */
  placed?: { readonly isAnswered: boolean };
  /** All orders that the checks left behind. */
  readonly orderIds: Set<string>;
  /** The Idempotency-Key of that order. */
  readonly orderKey: string;
  /** Whether the host gave the same order for the same key. */
  honoursOrderKey?: boolean;
}

/** One thing that must be true of an answer. */
export interface Expectation {
  /** As it stands in the table, such as `status 200`. */
  readonly claim: string;
  /** What the answer is instead; undefined when the claim holds. */
  readonly fault: (answer: Answer, known: Known) => string | undefined;
}

/** One call and what must be true of its answer. */
export interface Check {
  /** The call as requirements.md 7 writes it, with what is special about it: `GET /getproductbyid/{id} of an unknown id`. */
  readonly call: string;
  /** What the gateway loses where this does not hold. */
  readonly loses: string;
  /** A weaker promise that a plain host need not make: reported as honoured or not offered. */
  readonly optional?: true;
  /** The request, or why it cannot be made on this host. */
  readonly request: (known: Known) => Request | string;
  readonly expects: readonly Expectation[];
  /** Keeps what later checks need, as far as it can be read; called whatever the answer was. */
  readonly learn?: (answer: Answer, known: Known) => void;
}

export interface Area {
  readonly name: string;
  readonly checks: readonly Check[];
}

/** A request over something an earlier check must have found, or that it is missing. */
export function given<Found>(
  found: Found | undefined,
  missing: string,
  request: (found: Found) => Request,
): Request | string {
  return found === undefined ? missing : request(found);
}

/** Headers of a request for what has changed; without a policy Node's `fetch` would ask for the whole answer. */
export const ifNoneMatch = (tag: string) => ({ 'if-none-match': tag, 'cache-control': 'max-age=0' });

/** Keeps the entity tag of an address, for the check of conditional requests. */
export function learnEntityTag(path: string): NonNullable<Check['learn']> {
  return (answer, known) => {
    const tag = answer.headers.get('etag');
    if (tag !== null) known.entityTags.set(path, tag);
  };
}
