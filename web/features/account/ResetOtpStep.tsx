import { useTranslation } from 'react-i18next';
import { TextField } from '#web/ui/form/TextField.tsx';
import { successDurationMs, useToast } from '#web/ui/toast/toasts.ts';
import { useVerifyPasswordResetMutation } from './PasswordReset.generated.ts';
import styles from './ResetStep.module.css';
import { type ReadField, ResetStep } from './ResetStep.tsx';
import { useResetErrors } from './reset-errors.ts';

interface ResetOtpStepProps {
  email: string;
  onCancel: () => void;
  /** Back to the first step: for another address, or to have a new one-time password sent. */
  onBack: () => void;
  onVerified: (resetToken: string) => void;
}

/** Step 2: the one-time password out of the mail. */
export function ResetOtpStep({ email, onCancel, onBack, onVerified }: ResetOtpStepProps) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const [verify, { loading }] = useVerifyPasswordResetMutation();
  const { fieldError, failure, clear, setFieldMessage, refuse, fail } = useResetErrors();

  const send = async (read: ReadField) => {
    const otp = read('otp').replaceAll(/\s/g, '');
    if (otp === '') return setFieldMessage(t('reset.otpRequired'));
    clear();
    try {
      const answer = (await verify({ variables: { input: { email, otp } } })).data?.verifyPasswordReset;
      const refusal = answer?.userErrors[0];
      if (refusal !== undefined) return refuse(refusal);
      if (answer?.resetToken == null) return setFieldMessage(t('reset.otpInvalid'));
      toast.success(answer.message ?? t('reset.verified'), { duration: successDurationMs });
      onVerified(answer.resetToken);
    } catch {
      fail(t('unreachable'));
    }
  };

  return (
    <ResetStep
      number={2}
      text={t('reset.otpText', { email })}
      submitText={t('reset.verifyOtp')}
      busy={loading}
      failure={failure}
      onSubmit={send}
      onCancel={onCancel}
    >
      <TextField
        label={t('reset.otp')}
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={12}
        error={fieldError}
      />
      <button type="button" className={`link ${styles.way}`} onClick={onBack}>
        {t('reset.back')}
      </button>
    </ResetStep>
  );
}
