import { Dialog, Portal } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { ChakraScope } from '#web/ui/chakra/ChakraScope.tsx';
import type { DialogProps } from '#web/ui/use-dialog.ts';
import { AddressForm } from './AddressForm.tsx';
import type { AddressPartsFragment } from './AddressParts.generated.ts';

interface AddressDialogProps extends DialogProps {
  /** The address to edit; a new one when left out. */
  address?: AddressPartsFragment | undefined;
  /** Called with the address as it was saved; the dialog closes by itself. */
  onSaved?: (address: AddressPartsFragment) => void;
}

/**
 * Creates or edits an address of the signed-in shopper, on the profile and in the checkout. Load it
 * on intent by `useDialog`; its texts are in the namespace `address`.
 */
export function AddressDialog({ open, onClose, address, onSaved }: AddressDialogProps) {
  const { t } = useTranslation('address');
  return (
    <ChakraScope>
      <Dialog.Root
        open={open}
        size="lg"
        scrollBehavior="inside"
        lazyMount
        unmountOnExit
        // A click beside it must not throw away what was typed.
        closeOnInteractOutside={false}
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
                  {address === undefined ? t('createTitle') : t('editTitle')}
                </Dialog.Title>
              </Dialog.Header>
              <Dialog.Body>
                <AddressForm
                  address={address}
                  onCancel={onClose}
                  onSaved={(saved) => {
                    onClose();
                    onSaved?.(saved);
                  }}
                />
              </Dialog.Body>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </ChakraScope>
  );
}
