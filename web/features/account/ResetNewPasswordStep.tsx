import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { loginContactDraft, useLogIn } from '#web/auth/use-log-in.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { PasswordField, TextField } from '#web/ui/form/text-fields.tsx';
import { useResetPasswordMutation } from './PasswordReset.generated.ts';
import { createNewPasswordSchema } from './person-schema.ts';
import { type ReadField, ResetStep, stepTextId } from './ResetStep.tsx';
import { useResetErrors } from './reset-errors.ts';
import { getUserError } from './user-error.ts';

interface ResetNewPasswordStepProps {
  resetToken: string;
  /** The password that was submitted before the shopper started again; empty if none was. */
  newPassword: string;
  onCancel: () => void;
  /** Returns to the first step, for a new one-time password. Passes on the submitted password. */
  onStartAgain: (newPassword: string) => void;
  /** Called with the message to show, once the password is changed and, if possible, the shopper is signed in. */
  onDone: (message: string) => void;
}

/**
 * Step 3: the new password, twice, and the mobile number to sign in with. The form asks for the number, because the
 * REST host has no call that finds it by the e-mail address (requirements.md 7). If it is empty, the shopper is not
 * signed in.
 */
export function ResetNewPasswordStep({
  resetToken,
  newPassword: initialPassword,
  onCancel,
  onStartAgain,
  onDone,
}: ResetNewPasswordStepProps) {
  const { t } = useTranslation('account');
  const [reset, { loading }] = useResetPasswordMutation();
  const { logIn, loading: loggingIn } = useLogIn();
  const { fieldError, failure, clear, showFieldError, showUserError, showFailure } = useResetErrors();
  const [isMismatch, setIsMismatch] = useState(false);
  const [submittedPassword, setSubmittedPassword] = useState('');

  const send = async (read: ReadField) => {
    const newPassword = read('newPassword');
    const mismatch = newPassword === '' || newPassword !== read('confirmPassword');
    setIsMismatch(mismatch);
    clear();
    if (mismatch) return;
    if (!createNewPasswordSchema(t).safeParse(newPassword).success)
      return showFieldError(t('passwordLength'));
    setSubmittedPassword(newPassword);
    try {
      const payload = (await reset({ variables: { input: { resetToken, newPassword } } })).data
        ?.resetPassword;
      const error = getUserError(payload);
      if (error !== undefined) return showUserError(error);
    } catch {
      return showFailure(t('reset.failed'));
    }
    const contact = read('contact').trim();
    loginContactDraft.save(contact);
    const signedIn = contact !== '' && (await logIn({ contact, password: newPassword })) === null;
    onDone(t(signedIn ? 'reset.done' : 'reset.logIn'));
  };

  return (
    <ResetStep
      number={3}
      text={t('reset.passwordText')}
      submitText={t('reset.submit')}
      busy={loading || loggingIn}
      failure={failure}
      onSubmit={send}
      onCancel={onCancel}
    >
      <PasswordField
        label={t('reset.newPassword')}
        name="newPassword"
        descriptionId={stepTextId}
        autoComplete="new-password"
        required
        defaultValue={initialPassword}
        error={fieldError}
      />
      <PasswordField
        label={t('reset.confirmPassword')}
        name="confirmPassword"
        autoComplete="new-password"
        required
        defaultValue={initialPassword}
        error={isMismatch ? t('passwordsDiffer') : undefined}
      />
      <TextField
        label={t('reset.contact')}
        hint={t('reset.contactHint')}
        name="contact"
        type="tel"
        autoComplete="username"
        maxLength={20}
        defaultValue={loginContactDraft.read()}
      />
      {failure !== null && (
        <Button variant="plain" justifySelf="start" onClick={() => onStartAgain(submittedPassword)}>
          {t('reset.startAgain')}
        </Button>
      )}
    </ResetStep>
  );
}
