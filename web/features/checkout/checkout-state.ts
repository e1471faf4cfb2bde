import { z } from 'zod/mini';
import { useHistoryState } from '#web/auth/use-history-state.ts';

const lineShape = z.object({ productId: z.string(), quantity: z.int().check(z.minimum(1), z.maximum(10)) });

const entryShape = z.object({
  lines: z.optional(z.array(lineShape).check(z.minLength(1), z.maxLength(100))),
  couponId: z.optional(z.nullable(z.string())),
  addressId: z.optional(z.nullable(z.string())),
  /** What the shopper was told before, in rupees: a difference is pointed out. */
  shownTotal: z.optional(z.nullable(z.number())),
  /** Made with the first confirmation and kept until the order is placed: one order, however often it is sent. */
  orderKey: z.optional(z.string()),
  /**
   * Set while it is not known what became of the confirmed order: it was sent and nothing has come back
   * yet, its answer got lost, or the gateway said that it does not know.
   */
  attempt: z.optional(z.enum(['sent', 'lost', 'unknown'])),
  /** Whether the shopper has looked at My Orders since. */
  ordersChecked: z.optional(z.boolean()),
  placed: z.optional(z.object({ orderId: z.string(), totalPrice: z.number(), address: z.string() })),
  /** The single product to buy, and how many copies of it. */
  productId: z.optional(z.string()),
  quantity: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
});

/** What the place of a checkout screen in the history keeps: a reload, and Back, find it again. */
export type CheckoutState = z.infer<typeof entryShape>;

/** An order that was placed. */
export type PlacedOrder = NonNullable<CheckoutState['placed']>;

export interface CheckoutStateHandle {
  entry: CheckoutState;
  /** Resolves when the history holds it. */
  keep: (next: CheckoutState) => Promise<void>;
}

export function useCheckoutState(): CheckoutStateHandle {
  const [entry, keep] = useHistoryState<CheckoutState>(readEntry);
  return { entry, keep };
}

function readEntry(kept: unknown): CheckoutState {
  const read = entryShape.safeParse(kept);
  return read.success ? read.data : {};
}
