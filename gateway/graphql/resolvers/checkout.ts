import type {
  CheckoutQuoteInput,
  CreateShipmentInput,
  MutationResolvers,
  QueryResolvers,
} from '../../generated/resolvers.ts';
import type { CancelOrder } from '../../orders/cancel-order.ts';
import type { OrderService } from '../../orders/place-order.ts';
import type { OrderRequest } from '../../orders/quote.ts';
import { createRateLimitError } from '../errors.ts';
import { readKey } from '../global-id.ts';
import { getUserErrors } from './arguments.ts';
import { readAddressKey } from './user.ts';

/** Quotes and payment options, for visitors and shoppers. */
export function createCheckoutQueries(
  orders: OrderService,
): Pick<QueryResolvers, 'checkoutQuote' | 'paymentOptions'> {
  return {
    paymentOptions: () => orders.listPaymentOptions(),

    async checkoutQuote(_, { input }, context) {
      const request = { ...toOrderRequest(input), pincode: input.pincode ?? null };
      // `CheckoutQuoteLine.available` depends on stock too, but a compiled query adds a product to `stockShown` only if
      // it selects one of the product's own stock fields.
      for (const { productId } of request.lines) context.stockShown.productIds.add(productId);
      const result = await orders.quote(context, request);
      if (result.kind === 'quoted') return { ...result.quote, userErrors: [] };
      const { userErrors } = result;
      if (userErrors.some(({ code }) => code === 'UNAVAILABLE')) context.outcome.hasTransientUserError = true;
      return { userErrors };
    },
  };
}

export function createCheckoutMutations(
  orders: OrderService,
  cancelOrder: CancelOrder,
): Pick<MutationResolvers, 'createShipment' | 'cancelOrder'> {
  return {
    async cancelOrder(_, { input }, context) {
      const orderId = readKey('Shipment', input.orderId, 'orderId');
      const result = await cancelOrder(context, { orderId, reason: input.reason ?? '' });
      if (result.kind === 'rate-limited') throw createRateLimitError(result.retryAfterSeconds);
      return { shipment: result.order, userErrors: getUserErrors(result) };
    },

    async createShipment(_, { input }, context) {
      const { expectedTotal, idempotencyKey, paymentMethod = null } = input;
      const addressId = input.addressId == null ? null : await readAddressKey(input.addressId, context);
      const command = { ...toOrderRequest(input), addressId, paymentMethod, expectedTotal, idempotencyKey };
      const result = await orders.place(context, command);
      if (result.kind === 'rate-limited') throw createRateLimitError(result.retryAfterSeconds);
      const { shopper } = result;
      return result.kind === 'placed'
        ? { shipment: result.order, quote: null, cart: shopper, userErrors: [] }
        : {
            shipment: null,
            quote: result.quote && { ...result.quote, userErrors: [] },
            cart: shopper,
            userErrors: result.userErrors,
          };
    },
  };
}

function toOrderRequest({
  source,
  lines,
  couponId,
}: CheckoutQuoteInput | CreateShipmentInput): Omit<OrderRequest, 'pincode'> {
  return {
    source,
    lines: lines.map(({ productId, quantity }) => ({
      productId: readKey('Product', productId, 'productId'),
      quantity: quantity ?? 1,
    })),
    couponId: couponId == null ? null : readKey('Coupon', couponId, 'couponId'),
  };
}
