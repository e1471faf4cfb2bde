import { useTranslation } from '#web/i18n/translation.tsx';
import { useToast } from '#web/ui/toast/toasts.ts';

/** Returns a function that asks whether to remove a product from the cart; true if the shopper confirms. */
export function useConfirmRemoval(): (productName: string) => Promise<boolean> {
  const { t } = useTranslation('cart');
  const toast = useToast();
  return (productName) =>
    toast.confirm({
      title: t('removal.question'),
      text: t('removal.text', { name: productName }),
      confirmText: t('removal.confirm'),
      cancelText: t('removal.cancel'),
    });
}
