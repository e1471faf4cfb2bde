import type { OrderStatus } from '#web/generated/schema.ts';
import type { OrderFieldsFragment } from './Orders.generated.ts';

/** A step of an order, as the page shows it. */
export interface ProgressStep {
  status: Exclude<OrderStatus, 'UNKNOWN' | 'PAID'>;
  /** An instant, or a date `yyyy-mm-dd`. Null if the step has not been reached or its time is unknown. */
  reachedAt: string | null;
  /** Why the order was cancelled. */
  reason: string | null;
}

interface OrderProgress {
  steps: ProgressStep[];
  /** The number of steps that have been reached. */
  reachedCount: number;
}

type Order = Pick<OrderFieldsFragment, 'status' | 'statusHistory' | 'orderDate'>;

const deliverySteps = ['PLACED', 'PACKED', 'DISPATCHED', 'DELIVERED'] as const;

/** The steps of an order from its placement to its delivery or cancellation; null if its status is unknown. */
export function getProgress({ status, statusHistory, orderDate }: Order): OrderProgress | null {
  const current = toStep(status);
  if (current === 'UNKNOWN') return null;
  // The oldest entry of a step says when the order reached it: an order may be paid long after it was placed.
  const history = new Map([...(statusHistory ?? [])].reverse().map((step) => [toStep(step.status), step]));
  const createStep = (step: ProgressStep['status']): ProgressStep => ({
    status: step,
    reachedAt: history.get(step)?.changedAt ?? (step === 'PLACED' ? orderDate : null),
    reason: history.get(step)?.reason ?? null,
  });
  if (current === 'CANCELLED') {
    const previousSteps = deliverySteps.filter((step) => step === 'PLACED' || history.has(step));
    return { steps: [...previousSteps, current].map(createStep), reachedCount: previousSteps.length + 1 };
  }
  return { steps: deliverySteps.map(createStep), reachedCount: deliverySteps.indexOf(current) + 1 };
}

/** Whether the order is still to be delivered; false if its status is unknown. */
export function isInProgress({ status }: Pick<Order, 'status'>): boolean {
  return status !== 'DELIVERED' && status !== 'CANCELLED' && status !== 'UNKNOWN';
}

/** The step that a status belongs to. Payment is not a step of its own: a paid order is still at `PLACED`. */
function toStep(status: OrderStatus): ProgressStep['status'] | 'UNKNOWN' {
  return status === 'PAID' ? 'PLACED' : status;
}
