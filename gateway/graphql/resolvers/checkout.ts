import { setTimeout as sleep } from 'node:timers/promises';
import { isAllInCart, limitToCart } from '../../customers/cart.ts';
import { dateInIndia } from '../../domain/date.ts';
import type {
  CheckoutQuoteInput,
  CreateShipmentInput,
  MutationResolvers,
  QueryResolvers,
} from '../../generated/resolvers.ts';
import { OrderOutcomeUnknownError } from '../../orders/attempt-store.ts';
import { isOutOfStock, type OrderAttempt } from '../../orders/place-order.ts';
import { type OrderRequest, type Quote, type QuoteRejection, quote } from '../../orders/quote.ts';
import { shipmentBody } from '../../orders/shipment.ts';
import { getUserMessage, UpstreamRejectedError, UpstreamUnavailableError } from '../../rest/errors.ts';
import type { OrderRecord } from '../../rest/order-schema.ts';
import type { ShopperRecord } from '../../rest/user-schema.ts';
import type { GatewayContext, GatewayServices } from '../context.ts';
import { badInput } from '../errors.ts';
import { logFailure } from './shopper-mutation.ts';
import { notSignedIn, type UserErrorFields, userError } from './user-errors.ts';

/** Why an order was rejected, with the current quote if the price or the stock is the reason. */
interface OrderRejection {
  error: UserErrorFields;
  quote: Quote | null;
  /** The cart, if it was read again while the order was processed. */
  cart?: ShopperRecord;
}

/** How long the response to an order without stock waits until it has been read again. */
const refreshTimeoutMs = 3_000;

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

type QuoteServices = Pick<GatewayServices, 'catalogue' | 'loader'>;
type CheckoutServices = QuoteServices & Pick<GatewayServices, 'customers' | 'orders' | 'logger'>;

/** Quotes for visitors and shoppers. An order that has no price is `BAD_USER_INPUT`. */
export function createCheckoutQueries(services: QuoteServices): Pick<QueryResolvers, 'checkoutQuote'> {
  return {
    async checkoutQuote(_, { input }, context) {
      for (const { productId } of input.lines) context.stock.productIds.add(productId);
      const result = await createQuote(input, services, context);
      if (!('rejection' in result)) return result;
      throw badInput(`${result.rejection.message} (${result.rejection.field.join('.')})`);
    },
  };
}

/** Places one order per idempotency key. The messages are those of requirements.md 5 and 8, "Order". */
export function createCheckoutMutations(
  services: CheckoutServices,
): Pick<MutationResolvers, 'createShipment'> {
  return { createShipment: (_, { input }, context) => placeOrder(input, services, context) };
}

async function placeOrder(input: CreateShipmentInput, services: CheckoutServices, context: GatewayContext) {
  const { customers, orders, loader, logger } = services;
  const session = await context.session();
  const shopper = await context.shopper();
  if (session === null || shopper === null) return rejectOrder({ error: notSignedIn, quote: null }, null);
  if (!/^[\w-]{8,128}$/.test(input.idempotencyKey)) return rejectOrder(invalidKey, shopper);
  try {
    const placement = await orders.place(toOrderAttempt(input, session.userId, services, context));
    if (placement === 'key reused') return rejectOrder(reusedKey, shopper);
    if ('rejection' in placement) return rejectOrder(placement.rejection, shopper);
    void loader.refreshStock(input.lines.map(({ productId }) => productId));
    const updatedCart = placement.shopper ?? (await customers.read(session.userId).catch(() => null));
    return { shipment: placement.order, quote: null, cart: updatedCart, userErrors: [] };
  } catch (error) {
    if (error instanceof OrderOutcomeUnknownError) {
      const reason = error.message;
      logger.warn({ requestId: context.requestId, reason }, 'the outcome of an order is unknown');
      return rejectOrder({ error: outcomeUnknown, quote: null }, shopper);
    }
    if (!(error instanceof UpstreamRejectedError || error instanceof UpstreamUnavailableError)) throw error;
    logFailure(logger, context, error);
    return rejectOrder(await toOrderRejection(error, input, services, context), shopper);
  }
}

const invalidKey: OrderRejection = {
  error: userError('INVALID', "The key must consist of 8 to 128 letters, digits, '-' or '_'.", [
    'idempotencyKey',
  ]),
  quote: null,
};
const reusedKey: OrderRejection = {
  error: userError('IDEMPOTENCY_KEY_REUSED', 'This key was used for another order.', ['idempotencyKey']),
  quote: null,
};

function toOrderAttempt(
  input: CreateShipmentInput,
  userId: string,
  services: CheckoutServices,
  context: GatewayContext,
): OrderAttempt<OrderRejection> {
  const lines = input.lines.map(({ productId, quantity }) => ({ productId, quantity: quantity ?? 1 }));
  const { source, addressId, couponId, expectedTotal, idempotencyKey } = input;
  return {
    userId,
    idempotencyKey,
    lines,
    content: [source, lines, addressId ?? null, couponId ?? null, expectedTotal],
    async prepare() {
      const result = await createQuote(input, services, context);
      if ('rejection' in result) return { rejection: { error: toUserError(result.rejection), quote: null } };
      // Reads the cart again, because an order from another tab may just have emptied it.
      const shopper = await services.customers.read(userId);
      if (shopper === null) return { rejection: { error: notSignedIn, quote: null } };
      if (source !== 'SINGLE_PRODUCT' && !isAllInCart(lines, shopper.productIds)) {
        return { rejection: await rejectChangedCart(input, lines, shopper, services, context) };
      }
      const address = shopper.addresses.find(({ id }) => String(id) === addressId);
      if (address === undefined) return { rejection: { error: addressError(addressId), quote: null } };
      if (result.lines.some(({ available }) => !available))
        return { rejection: { error: outOfStock, quote: result } };
      if (result.grandTotal !== expectedTotal) return { rejection: { error: totalChanged, quote: result } };
      return { body: shipmentBody(source, result, shopper, address, dateInIndia(new Date())) };
    },
  };
}

/** Rejects an order of products that are no longer in the cart. The quote covers those that are. */
async function rejectChangedCart(
  input: CreateShipmentInput,
  lines: OrderRequest['lines'],
  shopper: ShopperRecord,
  services: QuoteServices,
  context: GatewayContext,
): Promise<OrderRejection> {
  const remaining = limitToCart(lines, shopper.productIds);
  const currentQuote =
    remaining.length === 0 ? null : await createQuote({ ...input, lines: remaining }, services, context);
  return {
    error: shopper.productIds.length === 0 ? cartEmpty : cartChanged,
    quote: currentQuote === null || 'rejection' in currentQuote ? null : currentQuote,
    cart: shopper,
  };
}

async function createQuote(
  { source, lines, couponId }: CheckoutQuoteInput,
  services: QuoteServices,
  { signal }: GatewayContext,
): Promise<Quote | { rejection: QuoteRejection }> {
  const request: OrderRequest = {
    source,
    lines: lines.map(({ productId, quantity }) => ({ productId, quantity: quantity ?? 1 })),
    couponId: couponId ?? null,
  };
  const ids = request.lines.slice(0, 100).map(({ productId }) => productId);
  const [products, coupons] = await Promise.all([
    services.catalogue.getProducts(ids, signal),
    request.couponId === null ? [] : services.loader.coupons.getContent(),
  ]);
  return quote(request, products, coupons);
}

/** Translates a failure of the REST host (requirements.md 8, "Order"). */
async function toOrderRejection(
  error: UpstreamRejectedError | UpstreamUnavailableError,
  input: CreateShipmentInput,
  services: QuoteServices,
  context: GatewayContext,
): Promise<OrderRejection> {
  if (error instanceof UpstreamRejectedError && isOutOfStock(error)) {
    const refreshed = services.loader.refreshStock(input.lines.map(({ productId }) => productId));
    await Promise.race([refreshed, sleep(refreshTimeoutMs, undefined, { ref: false })]);
    const currentQuote = await createQuote(input, services, context);
    return { error: outOfStock, quote: 'rejection' in currentQuote ? null : currentQuote };
  }
  const fallback = input.source === 'PAYMENT_PAGE' ? 'Failed to create shipment' : 'Failed to Place Order.';
  const text = error instanceof UpstreamRejectedError ? getUserMessage(error, fallback) : fallback;
  return { error: userError('FAILED', text), quote: null };
}

function addressError(addressId: string | null | undefined): UserErrorFields {
  return addressId == null || addressId === ''
    ? userError('ADDRESS_REQUIRED', 'Please select an address.', ['addressId'])
    : userError('ADDRESS_NOT_FOUND', 'Please select a valid address.', ['addressId']);
}

function toUserError({ code, message, field }: QuoteRejection): UserErrorFields {
  return userError(code, message, field);
}

function rejectOrder(rejection: OrderRejection, cart: ShopperRecord | null) {
  const shipment: OrderRecord | null = null;
  return { shipment, quote: rejection.quote, cart: rejection.cart ?? cart, userErrors: [rejection.error] };
}
