import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { useResetPasswordMutation } from './PasswordReset.generated.ts';
import styles from './ResetStep.module.css';
import { type ReadField, ResetStep } from './ResetStep.tsx';
import { useResetErrors } from './reset-errors.ts';

interface ResetNewPasswordStepProps {
  resetToken: string;
  /** What was typed before another OTP was needed. */
  newPassword: string;
  onCancel: () => void;
  /** Back to the first step: the shop wants a new one-time password. What was typed is handed on. */
  onStartAgain: (newPassword: string) => void;
  onDone: (message: string) => void;
}

/** Step 3: the new password, twice. */
export function ResetNewPasswordStep({
  resetToken,
  newPassword: typedBefore,
  onCancel,
  onStartAgain,
  onDone,
}: ResetNewPasswordStepProps) {
  const { t } = useTranslation('account');
  const [reset, { loading }] = useResetPasswordMutation();
  const { fieldError, failure, clear, setFieldMessage, refuse, fail } = useResetErrors();
  const [different, setDifferent] = useState(false);
  const [refused, setRefused] = useState('');

  const send = async (read: ReadField) => {
    const newPassword = read('newPassword');
    const differs = newPassword === '' || newPassword !== read('confirmPassword');
    setDifferent(differs);
    clear();
    if (differs) return;
    if (newPassword.length < 8) return setFieldMessage(t('passwordLength'));
    setRefused(newPassword);
    try {
      const answer = (await reset({ variables: { input: { resetToken, newPassword } } })).data?.resetPassword;
      const refusal = answer?.userErrors[0];
      if (refusal !== undefined) return refuse(refusal);
      onDone(answer?.message ?? t('reset.done'));
    } catch {
      fail(t('reset.failed'));
    }
  };

  return (
    <ResetStep
      number={3}
      text={t('reset.passwordText')}
      submitText={t('reset.submit')}
      busy={loading}
      failure={failure}
      onSubmit={send}
      onCancel={onCancel}
    >
      <PasswordField
        label={t('reset.newPassword')}
        name="newPassword"
        autoComplete="new-password"
        required
        defaultValue={typedBefore}
        error={fieldError}
      />
      <PasswordField
        label={t('reset.confirmPassword')}
        name="confirmPassword"
        autoComplete="new-password"
        required
        defaultValue={typedBefore}
        error={different ? t('passwordsDiffer') : undefined}
      />
      {failure !== null && (
        <button type="button" className={`link ${styles.way}`} onClick={() => onStartAgain(refused)}>
          {t('reset.startAgain')}
        </button>
      )}
    </ResetStep>
  );
}
