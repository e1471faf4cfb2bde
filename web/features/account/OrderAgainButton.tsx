import { useTranslation } from 'react-i18next';
import type { OrderFieldsFragment } from './Orders.generated.ts';
import { useOrderAgain } from './use-order-again.ts';

interface OrderAgainButtonProps {
  order: OrderFieldsFragment;
  /** Called before anything is asked or said: a dialog around it closes. */
  onPress?: () => void;
}

/** Puts an order's books into the cart again. */
export function OrderAgainButton({ order, onPress }: OrderAgainButtonProps) {
  const { t } = useTranslation('account');
  const { again, adding } = useOrderAgain();
  return (
    <button
      type="button"
      className="button button--small"
      aria-label={t('again.buttonOf', { number: order.id })}
      // Not `disabled`: the focus comes back to it when the answer has been read.
      aria-busy={adding}
      onClick={() => {
        onPress?.();
        void again(order);
      }}
    >
      {t('again.button')}
    </button>
  );
}
