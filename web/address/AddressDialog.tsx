import { useTranslation } from '#web/i18n/translation.tsx';
import { DialogFrame } from '#web/ui/dialog/DialogFrame.tsx';
import type { DialogProps } from '#web/ui/dialog/use-dialog.ts';
import { AddressForm } from './AddressForm.tsx';
import type { AddressFieldsFragment } from './AddressFragment.generated.ts';

interface AddressDialogProps extends DialogProps {
  /** The address to edit. Omit it to create one. */
  address?: AddressFieldsFragment | undefined;
  /** Called with the saved address, after `onClose`. Not called if the shopper closes the dialog before it is saved. */
  onSaved?: (address: AddressFieldsFragment) => void;
}

/**
 * Creates or edits an address of the signed-in shopper, on the profile and in the checkout. Load it on
 * intent with `useDialog`.
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
