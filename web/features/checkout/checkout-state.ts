import { z } from 'zod/mini';
import { useHistoryState } from '#web/auth/use-history-state.ts';

const quantitySchema = z.int().check(z.minimum(1), z.maximum(10));
const lineSchema = z.object({ productId: z.string(), quantity: quantitySchema });

const checkoutStateSchema = z.object({
  lines: z.optional(z.array(lineSchema).check(z.minLength(1), z.maxLength(100))),
  couponId: z.optional(z.nullable(z.string())),
  addressId: z.optional(z.nullable(z.string())),
  /** The total that the shopper saw last, in rupees. The page points out a different one. */
  shownTotal: z.optional(z.nullable(z.number())),
  /** The idempotency key: created with the first confirmation and used until the order is placed. */
  orderKey: z.optional(z.string()),
  /**
   * Set while the outcome of a confirmed order is unknown. `sent`: there is no response yet; `noResponse`: the
   * response was lost; `outcomeUnknown`: the gateway could not find out whether the order was placed.
   */
  submission: z.optional(z.enum(['sent', 'noResponse', 'outcomeUnknown'])),
  /** Whether the shopper has opened My Orders since the outcome became unknown. */
  ordersChecked: z.optional(z.boolean()),
  placed: z.optional(z.object({ orderNumber: z.string(), totalPrice: z.number(), address: z.string() })),
  /** The single product to buy, and its quantity. */
  productId: z.optional(z.string()),
  quantity: z.optional(quantitySchema),
});

/** The state of a checkout page in its history entry. It survives a reload and Back. */
export type CheckoutState = z.infer<typeof checkoutStateSchema>;

/** The order that was placed. */
export type PlacedOrder = NonNullable<CheckoutState['placed']>;

export interface CheckoutStateHandle {
  state: CheckoutState;
  /** Replaces the state. Resolves when the history entry is updated. */
  saveState: (next: CheckoutState) => Promise<void>;
}

export function useCheckoutState(): CheckoutStateHandle {
  const [state, saveState] = useHistoryState<CheckoutState>(parseCheckoutState);
  return { state, saveState };
}

function parseCheckoutState(stored: unknown): CheckoutState {
  const parsed = checkoutStateSchema.safeParse(stored);
  return parsed.success ? parsed.data : {};
}
