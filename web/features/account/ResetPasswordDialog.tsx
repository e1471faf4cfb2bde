import { useState } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { DialogFrame } from '#web/ui/dialog/DialogFrame.tsx';
import type { DialogProps } from '#web/ui/dialog/use-dialog.ts';
import { toasts } from '#web/ui/toast/toasts.ts';
import { ResetEmailStep } from './ResetEmailStep.tsx';
import { ResetNewPasswordStep } from './ResetNewPasswordStep.tsx';
import { ResetOtpStep } from './ResetOtpStep.tsx';

interface ResetPasswordDialogProps extends DialogProps {
  /** The initial e-mail address or mobile number of the first step. */
  emailOrContact?: string;
  /** Called once the password is changed, before the dialog closes. */
  onDone?: () => void;
}

/** The dialog for a password reset (requirements.md 2.7). */
export function ResetPasswordDialog({ open, onClose, emailOrContact, onDone }: ResetPasswordDialogProps) {
  const { t } = useTranslation('account');
  return (
    <DialogFrame open={open} onClose={onClose} size="sm" title={t('reset.title')}>
      <ResetPasswordSteps emailOrContact={emailOrContact} onClose={onClose} onDone={onDone} />
    </DialogFrame>
  );
}

type Step =
  | { name: 'email'; emailOrContact: string }
  | { name: 'otp'; emailOrContact: string }
  | { name: 'password'; emailOrContact: string; resetToken: string };

/**
 * The steps: e-mail address or mobile number, OTP, and new password. Each must succeed before the next one opens
 * (requirements.md 4).
 */
function ResetPasswordSteps({
  emailOrContact: initial = '',
  onClose,
  onDone,
}: Omit<ResetPasswordDialogProps, 'open'>) {
  const [step, setStep] = useState<Step>({ name: 'email', emailOrContact: initial });
  const [newPassword, setNewPassword] = useState('');
  const { emailOrContact } = step;
  if (step.name === 'email') {
    return (
      <ResetEmailStep
        emailOrContact={emailOrContact}
        onCancel={onClose}
        onSent={(newEmailOrContact) => setStep({ name: 'otp', emailOrContact: newEmailOrContact })}
      />
    );
  }
  const startAgain = () => setStep({ name: 'email', emailOrContact });
  if (step.name === 'otp') {
    return (
      <ResetOtpStep
        emailOrContact={emailOrContact}
        onCancel={onClose}
        onBack={startAgain}
        onVerified={(resetToken) => setStep({ name: 'password', emailOrContact, resetToken })}
      />
    );
  }
  return (
    <ResetNewPasswordStep
      resetToken={step.resetToken}
      newPassword={newPassword}
      onCancel={onClose}
      onStartAgain={(submittedPassword) => {
        setNewPassword(submittedPassword);
        startAgain();
      }}
      onDone={(message) => {
        onDone?.();
        onClose();
        toasts.success(message);
      }}
    />
  );
}
