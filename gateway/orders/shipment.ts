import { dateInIndia } from '../domain/date.ts';
import { rupeesOf } from '../domain/money.ts';
import type { CheckoutSource } from '../generated/resolvers.ts';
import type { AddressRecord, ShopperRecord } from '../rest/user-schema.ts';
import type { Quote } from './quote.ts';

/** How a paid order says so; the shop has no payment provider yet (requirements.md 9). */
const paidOnline = {
  conductBy: 'Online',
  mode: 'Online',
  transactionMode: 'UPI',
  transactionStatus: 'Paid',
};

/** What each way of ordering sends beyond the fields of every shipment (requirements.md 3). */
const extraFields: Record<CheckoutSource, Record<string, string>> = {
  SINGLE_PRODUCT: {},
  CART: paidOnline,
  PAYMENT_PAGE: { ...paidOnline, trackingNo: '', sentBy: '' },
};

/**
 * The body of `POST /createShipment` (requirements.md 3, "Shipment (sent)"); amounts in rupees.
 *
 * @param today `yyyy-mm-dd` in the shop's time zone.
 */
export function shipmentBody(
  source: CheckoutSource,
  order: Quote,
  shopper: ShopperRecord,
  to: AddressRecord,
  today: string,
): Record<string, unknown> {
  const [only] = order.lines;
  const single = order.lines.length === 1 && only !== undefined;
  return {
    // The host's shipment has no field for the neighbourhood, which the carrier needs.
    address: [to.address, to.area].filter((part) => part !== '').join(', '),
    landmark: to.landmark,
    city: to.city,
    district: to.district,
    state: to.state,
    pincode: to.pincode,
    country: 'India',
    productName: order.lines.map(({ product }) => product.name).join(', '),
    productQuantity: order.lines.reduce((copies, { quantity }) => copies + quantity, 0),
    productPrice: rupeesOf(single ? only.unitPrice : order.itemTotal),
    shipmentCharges: rupeesOf(order.shipping),
    deliveryFee: rupeesOf(order.deliveryFee),
    averageDeliveryTime: order.averageDeliveryTime,
    dispatchedDate: today,
    userEmail: shopper.email,
    userName: shopper.username,
    userMobile: shopper.contact,
    totalPrice: rupeesOf(order.grandTotal),
    coupon: order.coupon?.restId ?? null,
    shipmentProducts: order.lines.map(({ product, quantity }) => ({ productId: product.restId, quantity })),
    ...extraFields[source],
  };
}

/** Today in the shop's time zone, `yyyy-mm-dd`. */
export function todayInIndia(now = new Date()): string {
  return dateInIndia(now);
}
