import { formatDate, formatInstantDate } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Timeline } from '#web/ui/Timeline.tsx';
import type { OrderFieldsFragment } from './Orders.generated.ts';
import { getProgress, type ProgressStep } from './order-steps.ts';

/** The steps of an order with their dates. Nothing is shown for an order whose status is unknown. */
export function OrderSteps({ order }: { order: OrderFieldsFragment }) {
  const { t, language } = useTranslation('account');
  const progress = getProgress(order);
  if (progress === null) return null;
  const describe = ({ status, reachedAt, reason }: ProgressStep) => {
    if (reachedAt !== null) {
      const date = reachedAt.includes('T')
        ? formatInstantDate(reachedAt, language)
        : formatDate(reachedAt, language);
      return reason === null ? date : t('orders.cancelledBecause', { date, reason });
    }
    if (status !== 'DELIVERED' || order.expectedBy === null) return undefined;
    return t('orders.expectedBy', { date: formatDate(order.expectedBy, language) });
  };
  return (
    <Timeline
      label={t('orders.steps')}
      reachedCount={progress.reachedCount}
      steps={progress.steps.map((step) => ({
        id: step.status,
        title: t(`orders.stepTitles.${step.status}`),
        description: describe(step),
      }))}
    />
  );
}
