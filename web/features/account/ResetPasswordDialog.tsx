import { useTranslation } from 'react-i18next';
import { DialogFrame } from '#web/ui/dialog/DialogFrame.tsx';
import type { DialogProps } from '#web/ui/dialog/use-dialog.ts';
import { ResetPasswordSteps } from './ResetPasswordSteps.tsx';

/**
 * The password reset (requirements.md 2.7). Cancel and success close it and discard the input. A click
 * outside does not close it.
 */
export function ResetPasswordDialog({ open, onClose }: DialogProps) {
  const { t } = useTranslation('account');
  return (
    <DialogFrame open={open} onClose={onClose} size="sm" title={t('reset.title')}>
      <ResetPasswordSteps onClose={onClose} />
    </DialogFrame>
  );
}
