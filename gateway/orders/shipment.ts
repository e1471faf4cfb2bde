import { toRupees } from '../domain/money.ts';
import type { PaymentMethod } from '../generated/resolvers.ts';
import type { AddressRecord, ShopperRecord } from '../rest/shoppers.ts';
import { paymentFields } from './payment.ts';
import type { CheckoutSource, Quote } from './quote.ts';

/**
 * Builds the body of `POST /createShipment` (requirements.md 3, "Shipment (sent)"); amounts in rupees.
 *
 * @param today `yyyy-mm-dd` in the shop's time zone.
 */
export function createShipmentBody(
  source: CheckoutSource,
  order: Quote,
  shopper: ShopperRecord,
  address: AddressRecord,
  today: string,
  paymentMethod: PaymentMethod,
): Record<string, unknown> {
  const [only] = order.lines;
  const isSingle = order.lines.length === 1 && only !== undefined;
  return {
    // A shipment has no field for the area, which the carrier needs.
    address: [address.address, address.area].filter((part) => part !== '').join(', '),
    landmark: address.landmark,
    city: address.city,
    district: address.district,
    state: address.state,
    pincode: address.pincode,
    country: 'India',
    productName: order.lines.map(({ product }) => product.name).join(', '),
    productQuantity: order.lines.reduce((copies, { quantity }) => copies + quantity, 0),
    productPrice: toRupees(isSingle ? only.unitPrice : order.itemTotal),
    shipmentCharges: toRupees(order.shipping),
    deliveryFee: toRupees(order.deliveryFee),
    averageDeliveryTime: order.averageDeliveryTime,
    dispatchedDate: today,
    userEmail: shopper.email,
    userName: shopper.username,
    userMobile: shopper.contact,
    totalPrice: toRupees(order.grandTotal),
    coupon: order.coupon?.restId ?? null,
    shipmentProducts: order.lines.map(({ product, quantity }) => ({ productId: product.restId, quantity })),
    ...paymentFields[paymentMethod],
    // Placeholders (requirements.md 3).
    ...(source === 'PAYMENT_PAGE' && { trackingNo: '', sentBy: '' }),
  };
}
