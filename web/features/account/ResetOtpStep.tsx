import { Button } from '@chakra-ui/react';
import { isMobileNumber } from '#web/auth/mobile-number.ts';
import { normalizeDigits } from '#web/i18n/digits.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useIsUnmounted } from '#web/ui/hooks/use-is-unmounted.ts';
import { successDurationMs, toasts } from '#web/ui/toast/toasts.ts';
import { useVerifyPasswordResetMutation } from './PasswordReset.generated.ts';
import { type ReadField, ResetStep, stepTextId } from './ResetStep.tsx';
import { useResetErrors } from './reset-errors.ts';
import { getUserError } from './user-error.ts';

interface ResetOtpStepProps {
  /** The e-mail address or mobile number that was entered. */
  emailOrContact: string;
  onCancel: () => void;
  /** Returns to the first step, to enter another e-mail address or mobile number, or get a new one-time password. */
  onBack: () => void;
  onVerified: (resetToken: string) => void;
}

/** Step 2: the one-time password from the e-mail. */
export function ResetOtpStep({ emailOrContact, onCancel, onBack, onVerified }: ResetOtpStepProps) {
  const { t } = useTranslation('account');
  const [verify, { loading }] = useVerifyPasswordResetMutation();
  const isUnmounted = useIsUnmounted();
  const { fieldError, failure, clear, showFieldError, showUserError, showFailure } = useResetErrors();

  const send = async (read: ReadField) => {
    const otp = normalizeDigits(read('otp').replaceAll(/\s/g, ''));
    clear();
    if (otp === '') return showFieldError(t('reset.otpRequired'));
    try {
      const payload = (await verify({ variables: { input: { email: emailOrContact, otp } } })).data
        ?.verifyPasswordReset;
      // After Back or Cancel, the shopper may be entering another e-mail address.
      if (isUnmounted()) return;
      const error = getUserError(payload);
      if (error !== undefined) return showUserError(error);
      if (payload?.resetToken == null) return showFieldError(t('reset.otpInvalid'));
      toasts.success(t('reset.verified'), { durationMs: successDurationMs });
      onVerified(payload.resetToken);
    } catch {
      showFailure(t('unreachable'));
    }
  };

  return (
    <ResetStep
      number={2}
      text={
        isMobileNumber(emailOrContact)
          ? t('reset.otpTextByContact', { contact: emailOrContact })
          : t('reset.otpText', { email: emailOrContact })
      }
      submitText={t('reset.verifyOtp')}
      busy={loading}
      failure={failure}
      onSubmit={send}
      onCancel={onCancel}
    >
      <TextField
        label={t('reset.otp')}
        name="otp"
        descriptionId={stepTextId}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={12}
        error={fieldError}
      />
      <Button variant="plain" justifySelf="start" onClick={onBack}>
        {t('reset.back')}
      </Button>
    </ResetStep>
  );
}
