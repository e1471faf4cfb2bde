import { setTimeout as pause } from 'node:timers/promises';
import { isAllInCart, limitToCart } from '../../customers/cart.ts';
import { dateInIndia } from '../../domain/date.ts';
import type {
  CheckoutQuoteInput,
  CreateShipmentInput,
  MutationResolvers,
  QueryResolvers,
} from '../../generated/resolvers.ts';
import { isOutOfStock, type OrderAttempt, OrderOutcomeUnknownError } from '../../orders/place-order.ts';
import { type OrderRequest, type Quote, type QuoteRejection, quote } from '../../orders/quote.ts';
import { shipmentBody } from '../../orders/shipment.ts';
import { UpstreamRejectedError, UpstreamUnavailableError, userMessageOf } from '../../rest/errors.ts';
import type { OrderRecord } from '../../rest/order-schema.ts';
import type { ShopperRecord } from '../../rest/user-schema.ts';
import type { GatewayContext } from '../context.ts';
import { badInput } from '../errors.ts';
import { logFailure } from './shopper-mutation.ts';
import { notSignedIn, type UserErrorFields, userError } from './user-errors.ts';

/** What stood in the way of an order, with the price as it is now where that is the reason. */
interface Refused {
  error: UserErrorFields;
  quote: Quote | null;
  /** The cart, where it is fresher than the one the call began with. */
  cart?: ShopperRecord;
}

/** How long an order that was refused for want of stock waits for the fresh catalogue, in milliseconds. */
const patience = 3_000;

const outOfStock = userError('OUT_OF_STOCK', 'Currently, no stock is available for this product.', ['lines']);
const totalChanged = userError('TOTAL_CHANGED', 'The total has changed. Please check it and confirm again.', [
  'expectedTotal',
]);

const outcomeUnknown = userError(
  'OUTCOME_UNKNOWN',
  'Your order may have been placed. Please check My Orders.',
);

const cartEmpty = userError('NOT_IN_CART', 'Your cart is empty!', ['lines']);
const cartChanged = userError('NOT_IN_CART', 'Your cart has changed. Please check it and confirm again.', [
  'lines',
]);

/** The price of an order for anybody; what cannot be priced is `BAD_USER_INPUT`. */
export const checkoutQueries: Pick<QueryResolvers, 'checkoutQuote'> = {
  async checkoutQuote(_, { input }, context) {
    const priced = await quoteNow(input, context);
    if (!('refused' in priced)) return priced;
    throw badInput(`${priced.refused.message} (${priced.refused.field.join('.')})`);
  },
};

/** Orders, one per idempotency key; their texts are those of requirements.md 5 and 8, "Order". */
export const checkoutMutations: Pick<MutationResolvers, 'createShipment'> = {
  async createShipment(_, { input }, context) {
    const session = await context.session();
    const shopper = await context.shopper();
    if (session === null || shopper === null) return payload({ error: notSignedIn, quote: null }, null);
    if (!/^[\w-]{8,128}$/.test(input.idempotencyKey)) return payload(wrongKey, shopper);
    try {
      const placement = await context.services.orders.place(attemptOf(input, session.userId, context));
      if (placement === 'key reused') return payload(reusedKey, shopper);
      if ('refused' in placement) return payload(placement.refused, shopper);
      context.services.loader.refreshSoon();
      const after =
        placement.shopper ?? (await context.services.customers.read(session.userId).catch(() => null));
      return { shipment: placement.order, quote: null, cart: after, userErrors: [] };
    } catch (error) {
      if (error instanceof OrderOutcomeUnknownError) {
        context.services.logger.warn(
          { requestId: context.requestId, reason: error.message },
          'an order is unresolved',
        );
        return payload({ error: outcomeUnknown, quote: null }, shopper);
      }
      if (!(error instanceof UpstreamRejectedError || error instanceof UpstreamUnavailableError)) throw error;
      logFailure(context, error);
      return payload(await refusedByHost(error, input, context), shopper);
    }
  },
};

const wrongKey: Refused = {
  error: userError('INVALID', "A key has 8 to 128 letters, digits, '-' and '_'.", ['idempotencyKey']),
  quote: null,
};
const reusedKey: Refused = {
  error: userError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another order.', ['idempotencyKey']),
  quote: null,
};

function attemptOf(
  input: CreateShipmentInput,
  userId: string,
  context: GatewayContext,
): OrderAttempt<Refused> {
  const lines = input.lines.map(({ productId, quantity }) => ({ productId, quantity: quantity ?? 1 }));
  const { source, addressId, couponId, expectedTotal, idempotencyKey } = input;
  return {
    userId,
    idempotencyKey,
    lines,
    content: [source, lines, addressId ?? null, couponId ?? null, expectedTotal],
    async prepare() {
      const priced = await quoteNow(input, context);
      if ('refused' in priced) return { refused: { error: userErrorOf(priced.refused), quote: null } };
      // Read now: the order of another tab may have taken the lines out of the cart a moment ago.
      const shopper = await context.services.customers.read(userId);
      if (shopper === null) return { refused: { error: notSignedIn, quote: null } };
      if (source !== 'SINGLE_PRODUCT' && !isAllInCart(lines, shopper.productIds)) {
        return { refused: await cartRefusal(input, lines, shopper, context) };
      }
      const address = shopper.addresses.find(({ id }) => String(id) === addressId);
      if (address === undefined) return { refused: { error: addressError(addressId), quote: null } };
      if (priced.lines.some(({ available }) => !available))
        return { refused: { error: outOfStock, quote: priced } };
      if (priced.grandTotal !== expectedTotal) return { refused: { error: totalChanged, quote: priced } };
      return { body: shipmentBody(source, priced, shopper, address, dateInIndia(new Date())) };
    },
  };
}

/** What was to be ordered from the cart is no longer there; the quote is for what is. */
async function cartRefusal(
  input: CreateShipmentInput,
  lines: OrderRequest['lines'],
  shopper: ShopperRecord,
  context: GatewayContext,
): Promise<Refused> {
  const left = limitToCart(lines, shopper.productIds);
  const now = left.length === 0 ? null : await quoteNow({ ...input, lines: left }, context);
  return {
    error: shopper.productIds.length === 0 ? cartEmpty : cartChanged,
    quote: now === null || 'refused' in now ? null : now,
    cart: shopper,
  };
}

async function quoteNow(
  { source, lines, couponId }: CheckoutQuoteInput,
  { services, signal }: GatewayContext,
): Promise<Quote | { refused: QuoteRejection }> {
  const request: OrderRequest = {
    source,
    lines: lines.map(({ productId, quantity }) => ({ productId, quantity: quantity ?? 1 })),
    couponId: couponId ?? null,
  };
  const ids = request.lines.slice(0, 100).map(({ productId }) => productId);
  const [products, coupons] = await Promise.all([
    services.catalogue.getProducts(ids, signal),
    request.couponId === null ? [] : services.loader.coupons.loaded(),
  ]);
  return quote(request, products, coupons);
}

/** What the host's refusal means to the shopper (requirements.md 8, "Order"). */
async function refusedByHost(
  error: UpstreamRejectedError | UpstreamUnavailableError,
  input: CreateShipmentInput,
  context: GatewayContext,
): Promise<Refused> {
  if (error instanceof UpstreamRejectedError && isOutOfStock(error)) {
    await Promise.race([context.services.loader.refreshNow(), pause(patience, undefined, { ref: false })]);
    const now = await quoteNow(input, context);
    return { error: outOfStock, quote: 'refused' in now ? null : now };
  }
  const fallback = input.source === 'PAYMENT_PAGE' ? 'Failed to create shipment' : 'Failed to Place Order.';
  const text = error instanceof UpstreamRejectedError ? userMessageOf(error, fallback) : fallback;
  return { error: userError('FAILED', text), quote: null };
}

function addressError(addressId: string | null | undefined): UserErrorFields {
  return addressId == null || addressId === ''
    ? userError('ADDRESS_REQUIRED', 'Please select an address.', ['addressId'])
    : userError('ADDRESS_NOT_FOUND', 'Please select a valid address.', ['addressId']);
}

function userErrorOf({ code, message, field }: QuoteRejection): UserErrorFields {
  return userError(code, message, field);
}

function payload(refused: Refused, cart: ShopperRecord | null) {
  const shipment: OrderRecord | null = null;
  return { shipment, quote: refused.quote, cart: refused.cart ?? cart, userErrors: [refused.error] };
}
