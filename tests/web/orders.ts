import type { OrderFieldsFragment } from '#web/features/account/Orders.generated.ts';

/** The fields of an order that most tests do not need. */
export const emptyOrderFields = {
  statusHistory: null,
  cancellable: false,
  paymentMethod: null,
  expectedBy: null,
  couponName: null,
  trackingNumber: null,
  trackingUrl: null,
  shipping: null,
  deliveryFee: null,
} satisfies Partial<OrderFieldsFragment>;
