import { Dialog, Portal } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ChakraScope } from '#web/ui/chakra/ChakraScope.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { DialogProps } from '#web/ui/use-dialog.ts';
import { OrderDetails } from './OrderDetails.tsx';
import styles from './OrderDialog.module.css';
import type { OrderPartsFragment } from './Orders.generated.ts';

interface OrderDialogProps extends DialogProps {
  order: OrderPartsFragment;
}

/** All there is to know of an order. */
export function OrderDialog({ open, onClose, order }: OrderDialogProps) {
  const { t } = useTranslation('account');
  return (
    <ChakraScope>
      <Dialog.Root
        open={open}
        size="lg"
        scrollBehavior="inside"
        lazyMount
        unmountOnExit
        onOpenChange={(details) => {
          if (!details.open) onClose();
        }}
      >
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner padding={{ base: '2', sm: '4' }}>
            <Dialog.Content marginBlock="2" maxHeight="calc(100dvh - 1.5rem)">
              <Dialog.Header>
                <Dialog.Title fontFamily="heading" fontSize="xl" fontWeight="normal">
                  {t('orders.number', { number: order.id })}
                </Dialog.Title>
                <Dialog.CloseTrigger className={`icon-button ${styles.close}`} aria-label={t('orders.close')}>
                  <Icon name="close" />
                </Dialog.CloseTrigger>
              </Dialog.Header>
              <Dialog.Body>
                <OrderDetails order={order} onLeave={onClose} />
              </Dialog.Body>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </ChakraScope>
  );
}
