import type { Config } from '../config.ts';
import type { CheckoutSource, PaymentMethod } from '../generated/resolvers.ts';

/** The payment providers that the gateway knows. `demo` accepts every payment and charges nothing. */
export type PaymentProvider = NonNullable<Config['paymentProvider']>;

/** A payment method that the shop offers. */
export interface PaymentOption {
  method: PaymentMethod;
  /** Whether the payment is only a demonstration, in which nothing is charged. */
  isDemo: boolean;
}

/** The payment methods: on delivery, and online if a provider is configured (requirements.md 9). */
export function listPaymentOptions(provider: PaymentProvider | undefined): PaymentOption[] {
  const onDelivery: PaymentOption = { method: 'CASH_ON_DELIVERY', isDemo: false };
  return provider === undefined
    ? [onDelivery]
    : [{ method: 'ONLINE', isDemo: provider === 'demo' }, onDelivery];
}

/** The method of an order whose client states none, for example because it predates the field `paymentMethod`. */
export function getDefaultMethod(
  source: CheckoutSource,
  provider: PaymentProvider | undefined,
): PaymentMethod {
  return provider === undefined || source === 'SINGLE_PRODUCT' ? 'CASH_ON_DELIVERY' : 'ONLINE';
}

/** The payment fields of a shipment (requirements.md 3 and 9). */
export const paymentFields: Record<PaymentMethod, Record<string, string>> = {
  ONLINE: {
    conductBy: 'Online',
    mode: 'Online',
    transactionMode: 'UPI',
    transactionStatus: 'Paid',
  },
  CASH_ON_DELIVERY: {
    conductBy: 'Online',
    mode: 'Cash on delivery',
    transactionMode: 'Cash',
    transactionStatus: 'Placed',
  },
};

/**
 * The method that an order's record states or that its status `Paid` implies; null if it cannot be determined. An order
 * with cash on delivery may be recorded as paid after its delivery.
 */
export function parsePaymentMethod(mode: string | null, status: string): PaymentMethod | null {
  if (/\bcash\b/i.test(mode ?? '')) return 'CASH_ON_DELIVERY';
  return /^online$/i.test(mode ?? '') || /^paid$/i.test(status) ? 'ONLINE' : null;
}
