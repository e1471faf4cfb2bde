import { Button } from '@chakra-ui/react';
import { useTranslation } from '#web/i18n/translation.tsx';
import type { OrderFieldsFragment } from './Orders.generated.ts';
import type { OrderAgain } from './use-order-again.ts';

interface OrderAgainButtonProps extends OrderAgain {
  order: OrderFieldsFragment;
  /** Called first, so that a dialog around the button can close. */
  onPress?: () => void;
}

/** Adds the products of an order to the cart again. Not rendered if the products are not known. */
export function OrderAgainButton({ order, orderAgain, adding, onPress }: OrderAgainButtonProps) {
  const { t } = useTranslation('account');
  if (order.lines.length === 0) return null;
  return (
    <Button
      size="sm"
      aria-label={t('again.buttonOf', { number: order.number })}
      // Not `disabled`: the button gets the focus back when the alert closes.
      aria-busy={adding}
      onClick={() => {
        onPress?.();
        void orderAgain(order);
      }}
    >
      {t('again.button')}
    </Button>
  );
}
