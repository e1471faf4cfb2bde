/** What is to be collected. */
export interface Payment {
  /** Rupees. */
  amount: number;
  /** The order's key: collecting again with it must not charge twice. */
  orderKey: string;
}

/**
 * The place where a payment provider plugs in: the payment page collects by it before it creates the
 * shipment.
 */
export interface PaymentProvider {
  /** Whether anything is charged; when not, the page says so plainly. */
  charges: boolean;
  /** Resolves when the payment is collected. @throws {Error} when it was not; no shipment is created then. */
  collect(payment: Payment): Promise<void>;
}

/** The shop has no provider yet (requirements.md 9): nothing is charged. */
export const noPaymentProvider: PaymentProvider = {
  charges: false,
  collect: async () => undefined,
};
