import { useTranslation } from '#web/i18n/translation.tsx';
import { DialogFrame } from '#web/ui/dialog/DialogFrame.tsx';
import type { DialogProps } from '#web/ui/dialog/use-dialog.ts';
import { OrderDetails } from './OrderDetails.tsx';
import type { OrderFieldsFragment } from './Orders.generated.ts';
import { useOrderAgain } from './use-order-again.ts';

interface OrderDialogProps extends DialogProps {
  order: OrderFieldsFragment;
}

/** The details of an order in a dialog. */
export function OrderDialog({ open, onClose, order }: OrderDialogProps) {
  const { t } = useTranslation('account');
  // Called here, because the details unmount when 'Order again' closes the dialog.
  const again = useOrderAgain();
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      size="lg"
      title={t('orders.number', { number: order.number })}
      closeLabel={t('orders.close')}
    >
      <OrderDetails order={order} again={again} onLeave={onClose} />
    </DialogFrame>
  );
}
