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

/** An order that the shop has just received. */
export const placedOrder: OrderFieldsFragment = {
  ...emptyOrderFields,
  id: '1',
  number: 'A1',
  orderDate: '2026-11-20',
  totalPrice: 200,
  status: 'PLACED',
  statusText: 'Placed',
  address: '12 Laxmi Road',
  lines: [],
};
