import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { PasswordField } from '#web/ui/form/text-fields.tsx';
import { useResetPasswordMutation } from './PasswordReset.generated.ts';
import { type ReadField, ResetStep } from './ResetStep.tsx';
import { useResetErrors } from './reset-errors.ts';

interface ResetNewPasswordStepProps {
  resetToken: string;
  /** The password typed before a new one-time password was needed. */
  newPassword: string;
  onCancel: () => void;
  /** Returns to the first step, because a new one-time password is needed. Passes on the typed password. */
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
  const { fieldError, failure, clear, showFieldError, showUserError, showFailure } = useResetErrors();
  const [different, setDifferent] = useState(false);
  const [submitted, setSubmitted] = useState('');

  const send = async (read: ReadField) => {
    const newPassword = read('newPassword');
    const differs = newPassword === '' || newPassword !== read('confirmPassword');
    setDifferent(differs);
    clear();
    if (differs) return;
    if (newPassword.length < 8) return showFieldError(t('passwordLength'));
    setSubmitted(newPassword);
    try {
      const payload = (await reset({ variables: { input: { resetToken, newPassword } } })).data
        ?.resetPassword;
      const error = payload?.userErrors[0];
      if (error !== undefined) return showUserError(error);
      onDone(t('reset.done'));
    } catch {
      showFailure(t('reset.failed'));
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
        <Button variant="plain" justifySelf="start" onClick={() => onStartAgain(submitted)}>
          {t('reset.startAgain')}
        </Button>
      )}
    </ResetStep>
  );
}
