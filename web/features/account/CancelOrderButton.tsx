import { Button } from '@chakra-ui/react';
import { evictStock } from '#web/apollo/cache.ts';
import { findRateLimitMessage } from '#web/apollo/rate-limit.ts';
import { checkPayload, reportChangeError } from '#web/cart/change-rejected-error.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useSingleTask } from '#web/ui/hooks/use-single-task.ts';
import { toasts } from '#web/ui/toast/toasts.ts';
import { useCancelOrderMutation } from './CancelOrder.generated.ts';
import type { OrderFieldsFragment } from './Orders.generated.ts';

/** A button that asks for confirmation and cancels the order. Not rendered for an order that cannot be cancelled. */
export function CancelOrderButton({
  order: { id, number, cancellable, lines },
}: {
  order: OrderFieldsFragment;
}) {
  const { t } = useTranslation('account');
  // Sent again after a lost response: the gateway accepts the cancellation of an order that is already cancelled.
  const [cancelOrder, { loading, client }] = useCancelOrderMutation({ context: { maxAttempts: 4 } });
  const [runTask] = useSingleTask();
  if (!cancellable) return null;

  const cancel = async () => {
    const isConfirmed = await toasts.confirm({
      title: t('cancelOrder.title', { number }),
      text: t('cancelOrder.text'),
      confirmText: t('cancelOrder.confirm'),
      cancelText: t('cancelOrder.keep'),
      isDestructive: true,
    });
    if (!isConfirmed) return;
    try {
      const { data } = await cancelOrder({ variables: { input: { orderId: id } } });
      checkPayload(data?.cancelOrder);
      // The ordered copies are for sale again.
      const productIds = lines.flatMap(({ product }) => product?.id ?? []);
      evictStock(client.cache, productIds);
      toasts.success(t('cancelOrder.done', { number }));
    } catch (error) {
      reportChangeError(error, findRateLimitMessage(error) ?? t('cancelOrder.failed'));
    }
  };
  return (
    <Button
      size="sm"
      colorPalette="red"
      aria-label={t('cancelOrder.buttonOf', { number })}
      // Not `disabled`: the button gets the focus back when the confirmation dialog closes.
      aria-busy={loading}
      onClick={() => void runTask(cancel)}
    >
      {t('cancelOrder.button')}
    </Button>
  );
}
