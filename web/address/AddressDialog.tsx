import { useTranslation } from 'react-i18next';
import { DialogFrame } from '#web/ui/dialog/DialogFrame.tsx';
import type { DialogProps } from '#web/ui/dialog/use-dialog.ts';
import { AddressForm } from './AddressForm.tsx';
import type { AddressFieldsFragment } from './AddressFragment.generated.ts';

interface AddressDialogProps extends DialogProps {
  /** The address to edit; a new one when left out. */
  address?: AddressFieldsFragment | undefined;
  /** Called with the address as it was saved; the dialog closes by itself. */
  onSaved?: (address: AddressFieldsFragment) => void;
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
