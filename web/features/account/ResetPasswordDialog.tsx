import { useTranslation } from 'react-i18next';
import { DialogFrame } from '#web/ui/dialog/DialogFrame.tsx';
import type { DialogProps } from '#web/ui/dialog/use-dialog.ts';
import { ResetPasswordSteps } from './ResetPasswordSteps.tsx';

/**
 * The password reset (requirements.md 2.7). It closes by Cancel or after success, and what was typed goes
 * with it; a click beside it closes nothing.
 */
export function ResetPasswordDialog({ open, onClose }: DialogProps) {
  const { t } = useTranslation('account');
  return (
    <DialogFrame open={open} onClose={onClose} size="sm" title={t('reset.title')}>
      <ResetPasswordSteps onClose={onClose} />
    </DialogFrame>
  );
}
