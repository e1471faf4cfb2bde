import { useTranslation } from 'react-i18next';
import { DialogFrame } from '#web/ui/chakra/DialogFrame.tsx';
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
    <DialogFrame
      open={open}
      onClose={onClose}
      size="lg"
      title={address === undefined ? t('createTitle') : t('editTitle')}
    >
      <AddressForm
        address={address}
        onCancel={onClose}
        onSaved={(saved) => {
          onClose();
          onSaved?.(saved);
        }}
      />
    </DialogFrame>
  );
}
