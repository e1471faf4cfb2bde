import { useTranslation } from '#web/i18n/translation.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';

/** Returns a function that asks whether to remove a product from the cart; true if the shopper confirms. */
export function useConfirmRemoval(): (productName: string) => Promise<boolean> {
  const { t } = useTranslation('cart');
  return (productName) =>
    toasts.confirm({
      title: t('removal.question'),
      text: t('removal.text', { name: productName }),
      confirmText: t('removal.confirm'),
      cancelText: t('removal.cancel'),
      isDestructive: true,
    });
}
