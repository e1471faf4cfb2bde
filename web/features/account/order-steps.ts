import type { OrderStatus } from '#web/generated/schema.ts';
import type { OrderFieldsFragment } from './Orders.generated.ts';

/** A step of an order that the page shows. */
export interface ShownStep {
  status: Exclude<OrderStatus, 'UNKNOWN' | 'PAID'>;
  /** When it was reached: an instant, or a date `yyyy-mm-dd`. Null if it was not, or if that is unknown. */
  reachedAt: string | null;
  /** Why the order was cancelled. */
  reason: string | null;
}

export interface ShownSteps {
  steps: ShownStep[];
  /** How many of them have been reached. */
  reachedCount: number;
}

type Order = Pick<OrderFieldsFragment, 'status' | 'statusHistory' | 'orderDate'>;

const delivery = ['PLACED', 'PACKED', 'DISPATCHED', 'DELIVERED'] as const;

/** The steps of an order from its placement to its delivery or cancellation; null if its status is unknown. */
export function listSteps({ status, statusHistory, orderDate }: Order): ShownSteps | null {
  const current = toStep(status);
  if (current === 'UNKNOWN') return null;
  const history = new Map((statusHistory ?? []).map((step) => [toStep(step.status), step]));
  const show = (step: ShownStep['status']): ShownStep => ({
    status: step,
    reachedAt: history.get(step)?.changedAt ?? (step === 'PLACED' ? orderDate : null),
    reason: history.get(step)?.reason ?? null,
  });
  if (current === 'CANCELLED') {
    const before = delivery.filter((step) => step === 'PLACED' || history.has(step));
    return { steps: [...before, current].map(show), reachedCount: before.length + 1 };
  }
  return { steps: delivery.map(show), reachedCount: delivery.indexOf(current) + 1 };
}

/** Whether the order has neither arrived nor been cancelled. */
export function isUnderWay({ status }: Pick<Order, 'status'>): boolean {
  return status !== 'DELIVERED' && status !== 'CANCELLED';
}

/** An order is placed whether it has been paid or not. */
function toStep(status: OrderStatus): ShownStep['status'] | 'UNKNOWN' {
  return status === 'PAID' ? 'PLACED' : status;
}
