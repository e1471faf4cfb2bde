import type { CheckoutQuoteInput, MutationResolvers, QueryResolvers } from '../../generated/resolvers.ts';
import type { OrderService } from '../../orders/place-order.ts';
import type { OrderRequest, QuoteOrder } from '../../orders/quote.ts';
import { badInput } from '../errors.ts';
import { readKey } from '../global-id.ts';
import { readAddressKey } from './user.ts';

/** Quotes for visitors and shoppers. An order that has no price is `BAD_USER_INPUT`. */
export function createCheckoutQueries(quoteOrder: QuoteOrder): Pick<QueryResolvers, 'checkoutQuote'> {
  return {
    async checkoutQuote(_, { input }, { signal, stock }) {
      const request = toOrderRequest(input);
      for (const { productId } of request.lines) stock.productIds.add(productId);
      const result = await quoteOrder(request, signal);
      if (result.kind === 'quoted') return result.quote;
      const reasons = result.userErrors.map(({ message, field }) => `${message} (${field?.join('.')})`);
      throw badInput(reasons.join(' '));
    },
  };
}

export function createCheckoutMutations(orders: OrderService): Pick<MutationResolvers, 'createShipment'> {
  return {
    async createShipment(_, { input }, context) {
      const { expectedTotal, idempotencyKey } = input;
      const addressId = input.addressId == null ? null : await readAddressKey(input.addressId, context);
      const command = { ...toOrderRequest(input), addressId, expectedTotal, idempotencyKey };
      const result = await orders.place(context, command);
      const { shopper: cart } = result;
      return result.kind === 'placed'
        ? { shipment: result.order, quote: null, cart, userErrors: [] }
        : { shipment: null, quote: result.quote, cart, userErrors: result.userErrors };
    },
  };
}

function toOrderRequest({ source, lines, couponId }: CheckoutQuoteInput): OrderRequest {
  return {
    source,
    lines: lines.map(({ productId, quantity }) => ({
      productId: readKey('Product', productId, 'productId'),
      quantity: quantity ?? 1,
    })),
    couponId: couponId == null ? null : readKey('Coupon', couponId, 'couponId'),
  };
}
