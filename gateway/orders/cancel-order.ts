import type { Logger } from 'pino';
import type { AttemptLimits, RateLimited } from '../auth/attempt-limits.ts';
import { logUpstreamFailure, type Viewer } from '../auth/client.ts';
import type { CatalogueLoader } from '../catalogue/sync/loader.ts';
import { checkOptionalText, textRules } from '../customers/validation.ts';
import { normalizeText } from '../domain/text.ts';
import { failureMessages, type Refusal, refuse, userErrors } from '../domain/user-errors.ts';
import type { CancelOrderErrorCode } from '../generated/resolvers.ts';
import type { RestClient } from '../rest/client.ts';
import {
  isUpstreamFailure,
  nullIfUpstreamFailed,
  toUserError,
  type UpstreamFailure,
  UpstreamRejectedError,
} from '../rest/errors.ts';
import type { OrderRecord } from '../rest/order-schema.ts';
import type { ShopperRecord } from '../rest/shoppers.ts';

export interface CancelCommand {
  orderId: string;
  /** Why the shopper cancels the order, for the shop; empty if no reason was given. */
  reason: string;
}

/**
 * The outcome of a cancellation. `order` is the latest known state of the order; null if the order does not exist, was
 * not read, or was cancelled and could not be read again.
 */
export type CancelResult =
  | RateLimited
  | ({ order: OrderRecord | null } & ({ kind: 'cancelled' } | Refusal<CancelOrderErrorCode>));

export type CancelOrder = (viewer: Viewer, command: CancelCommand) => Promise<CancelResult>;

interface CancelServices {
  rest: RestClient;
  attemptLimits: AttemptLimits;
  loader: Pick<CatalogueLoader, 'refreshStock'>;
  logger: Logger;
}

/**
 * Creates the function that cancels an order of the signed-in shopper. The host is asked to cancel only orders that it
 * declares cancellable, since most hosts do not know the call.
 */
export function createCancelOrder({ rest, attemptLimits, loader, logger }: CancelServices): CancelOrder {
  async function findOrder(
    email: string,
    orderId: string,
    signal?: AbortSignal,
  ): Promise<OrderRecord | null> {
    const { orders } = await rest.listOrders(email, signal);
    return orders.find(({ id }) => id === orderId) ?? null;
  }

  /** Cancels an order if the host declares it cancellable. Succeeds if it is already cancelled. */
  async function cancel(
    { id, email }: ShopperRecord,
    order: OrderRecord,
    reason: string,
    clientNetwork: string,
  ): Promise<CancelResult> {
    if (isCancelled(order)) return { kind: 'cancelled', order };
    if (!order.cancellable) return { ...refuse(userErrors.notCancellable), order };
    // Unlike an order, a cancellation with an unknown outcome is not counted: an order can be cancelled only once, so
    // repeating the attempt is harmless.
    return attemptLimits.runLimited(
      [
        ['cancellation by shopper', String(id)],
        ['cancellation by network', clientNetwork],
      ],
      async () => {
        const returnedOrder = await rest.cancelOrder(email, order.id, reason === '' ? null : reason);
        void loader.refreshStock(order.lines.flatMap(({ productId }) => productId ?? []));
        const cancelledOrder =
          returnedOrder ?? (await findOrder(email, order.id).catch(nullIfUpstreamFailed));
        return { kind: 'cancelled', order: cancelledOrder };
      },
    );
  }

  /** Reads the order after a failure: it may be cancelled although the response was lost. */
  async function translateFailure(
    email: string,
    order: OrderRecord | null,
    failure: UpstreamFailure,
  ): Promise<CancelResult> {
    const latestOrder = order && (await findOrder(email, order.id).catch(nullIfUpstreamFailed));
    if (latestOrder !== null && isCancelled(latestOrder)) return { kind: 'cancelled', order: latestOrder };
    const isTooLate = failure instanceof UpstreamRejectedError && failure.status === 409;
    const error = isTooLate ? userErrors.notCancellable : toUserError(failure, failureMessages.cancelOrder);
    return { ...refuse<CancelOrderErrorCode>(error), order: latestOrder ?? order };
  }

  return async (viewer, command) => {
    const shopper = await viewer.getShopper();
    if (shopper === null) return { ...refuse(userErrors.notSignedIn), order: null };
    const { email } = shopper;
    const reason = normalizeText(command.reason);
    const reasonError = checkOptionalText(textRules.cancelReason, reason, ['reason']);
    if (reasonError !== null) return { ...refuse(reasonError), order: null };
    let order: OrderRecord | null = null;
    try {
      order = await findOrder(email, command.orderId, viewer.signal);
      if (order === null) return { ...refuse(userErrors.orderNotFound), order: null };
      return await cancel(shopper, order, reason, viewer.clientNetwork);
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error;
      logUpstreamFailure(logger, viewer, error);
      return translateFailure(email, order, error);
    }
  };
}

export function isCancelled({ status }: OrderRecord): boolean {
  return /^cancell?ed$/i.test(status);
}
