import { toRupees } from '../domain/money.ts';
import type { CheckoutSource, PaymentMethod } from '../generated/resolvers.ts';
import type { OrderRecord } from '../rest/order-schema.ts';
import type { AddressRecord, NewAddress, ShopperRecord } from '../rest/shoppers.ts';
import { paymentFields } from './payment.ts';
import type { Quote } from './quote.ts';

/**
 * Builds the body of `POST /createShipment` (requirements.md 3, "Shipment (sent)"); amounts in rupees.
 *
 * @param today `yyyy-mm-dd` in the shop's time zone.
 */
export function createShipmentBody(
  source: CheckoutSource,
  quote: Quote,
  shopper: ShopperRecord,
  address: AddressRecord,
  today: string,
  paymentMethod: PaymentMethod,
): Record<string, unknown> {
  const [singleLine] = quote.lines;
  const isSingle = quote.lines.length === 1 && singleLine !== undefined;
  return {
    ...toShipmentAddress(address),
    country: 'India',
    productName: quote.lines.map(({ product }) => product.name).join(', '),
    productQuantity: quote.lines.reduce((copies, { quantity }) => copies + quantity, 0),
    productPrice: toRupees(isSingle ? singleLine.unitPrice : quote.itemTotal),
    shipmentCharges: toRupees(quote.shipping),
    deliveryFee: toRupees(quote.deliveryFee),
    averageDeliveryTime: quote.averageDeliveryTime,
    dispatchedDate: today,
    userEmail: shopper.email,
    userName: shopper.username,
    userMobile: shopper.contact,
    totalPrice: toRupees(quote.grandTotal),
    coupon: quote.coupon?.restId ?? null,
    shipmentProducts: quote.lines.map(({ product, quantity }) => ({ productId: product.restId, quantity })),
    ...paymentFields[paymentMethod],
    // Placeholders (requirements.md 3).
    ...(source === 'PAYMENT_PAGE' && { trackingNo: '', sentBy: '' }),
  };
}

/** The address fields of a shipment. */
export function toShipmentAddress({ address, area, landmark, city, district, state, pincode }: NewAddress) {
  return {
    // In a shipment, the area is part of the address (requirements.md 3).
    address: [address, area].filter((part) => part !== '').join(', '),
    landmark,
    city,
    district,
    state,
    pincode,
  };
}

/**
 * Whether an order is delivered to a saved address. Ignores parts that the host omits, but returns false without the
 * address line or the PIN code.
 */
export function isDeliveredTo({ shippingAddress }: OrderRecord, saved: NewAddress): boolean {
  if (shippingAddress?.address == null || shippingAddress.pincode === null) return false;
  const sent = toShipmentAddress(saved);
  const isSame = (field: keyof typeof sent) =>
    shippingAddress[field] === null || shippingAddress[field] === sent[field].trim();
  return (['address', 'landmark', 'city', 'district', 'state', 'pincode'] as const).every(isSame);
}
