/** A payment to collect. */
export interface Payment {
  /** In rupees. */
  amount: number;
  /** The order's idempotency key: collecting again with the same key must not charge twice. */
  orderKey: string;
}

/** The interface to a payment provider. The payment page collects the payment before it places the order. */
export interface PaymentProvider {
  /** Whether the shopper is charged. If not, the page says so. */
  charges: boolean;
  /** Resolves once the payment is collected. @throws {Error} if it failed; the order is then not placed. */
  collect(payment: Payment): Promise<void>;
}

/** The shop has no payment provider yet (requirements.md 9), so nothing is charged. */
export const noPaymentProvider: PaymentProvider = {
  charges: false,
  collect: async () => undefined,
};
