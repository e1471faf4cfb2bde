import { useTranslation } from '#web/i18n/translation.tsx';
import { useSingleTask } from '#web/ui/hooks/use-single-task.ts';
import { toasts } from '#web/ui/toast/toasts.ts';

/** Returns a function that asks whether to remove a product from the cart, and calls `remove` if the shopper confirms. */
export function useConfirmRemoval(): (productName: string, remove: () => void) => Promise<void> {
  const { t } = useTranslation('cart');
  const [runTask] = useSingleTask();
  return (productName, remove) =>
    runTask(async () => {
      const confirmed = await toasts.confirm({
        title: t('removal.question'),
        text: t('removal.text', { name: productName }),
        confirmText: t('removal.confirm'),
        cancelText: t('removal.cancel'),
        isDestructive: true,
      });
      if (confirmed) remove();
    });
}
