import { Flex, Grid, Text } from '@chakra-ui/react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { OrderedAmounts, OrderedBooks } from '#web/orders/OrderContents.tsx';
import { DialogFrame } from '#web/ui/dialog/DialogFrame.tsx';
import type { DialogProps } from '#web/ui/dialog/use-dialog.ts';
import { LinkButton } from '#web/ui/form/buttons.tsx';
import { CancelOrderButton } from './CancelOrderButton.tsx';
import { OrderAgainButton } from './OrderAgainButton.tsx';
import { OrderFacts } from './OrderCard.tsx';
import { OrderSteps } from './OrderSteps.tsx';
import type { OrderFieldsFragment } from './Orders.generated.ts';
import { useOrderAgain } from './use-order-again.ts';

interface OrderDialogProps extends DialogProps {
  order: OrderFieldsFragment;
}

/** An order's steps, lines, amounts, payment, address and tracking (requirements.md 2.9), and the actions on it. */
export function OrderDialog({ open, onClose, order }: OrderDialogProps) {
  const { t } = useTranslation('account');
  const { t: tCheckout } = useTranslation('checkout');
  // Called here, because the content of the dialog unmounts when 'Order again' closes it.
  const again = useOrderAgain();
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      size="lg"
      title={t('orders.number', { number: order.number })}
      closeLabel={t('orders.close')}
    >
      <Grid gap="6">
        <OrderFacts order={order} />
        <OrderSteps order={order} />
        {order.lines.length > 0 && (
          <section>
            <Title>{t('orders.lines')}</Title>
            <OrderedBooks lines={order.lines} onLeave={onClose} />
          </section>
        )}
        <section>
          <Title>{t('orders.amounts')}</Title>
          <OrderedAmounts order={order} />
        </section>
        {order.paymentMethod !== null && (
          <section>
            <Title>{tCheckout('placed.payment')}</Title>
            <p>{tCheckout(`placed.${order.paymentMethod}`)}</p>
          </section>
        )}
        <section>
          <Title>{t('orders.deliverTo')}</Title>
          <Text as="address" fontStyle="normal" overflowWrap="anywhere">
            {order.address}
          </Text>
        </section>
        <Flex className="no-print" wrap="wrap" gap="3">
          <OrderAgainButton order={order} {...again} onPress={onClose} />
          <LinkButton size="sm" to={`/profile/invoice/${order.id}`} onClick={onClose}>
            {t('invoice.title')}
          </LinkButton>
          <LinkButton size="sm" to={`/contactus?order=${encodeURIComponent(order.number)}`} onClick={onClose}>
            {t('orders.help')}
          </LinkButton>
          <CancelOrderButton order={order} />
        </Flex>
      </Grid>
    </DialogFrame>
  );
}

function Title({ children }: { children: string }) {
  return (
    <Text as="h3" marginBlockEnd="2">
      {children}
    </Text>
  );
}
