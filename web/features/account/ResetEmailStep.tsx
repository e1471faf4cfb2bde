import { isMobileNumber, normalizeMobileNumber } from '#web/auth/mobile-number.ts';
import { loginContactDraft } from '#web/auth/use-log-in.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { successDurationMs, toasts } from '#web/ui/toast/toasts.ts';
import { useRequestPasswordResetMutation } from './PasswordReset.generated.ts';
import { type ReadField, ResetStep, stepTextId } from './ResetStep.tsx';
import { useResetErrors } from './reset-errors.ts';
import { getUserError } from './user-error.ts';

interface ResetEmailStepProps {
  /** The initial value of the field. */
  emailOrContact: string;
  onCancel: () => void;
  onSent: (emailOrContact: string) => void;
}

/** Step 1: the e-mail address or mobile number of the account. The one-time password is sent by e-mail. */
export function ResetEmailStep({ emailOrContact: initial, onCancel, onSent }: ResetEmailStepProps) {
  const { t } = useTranslation('account');
  const [request, { loading }] = useRequestPasswordResetMutation();
  const { fieldError, failure, clear, showFieldError, showUserError, showFailure } = useResetErrors();

  const send = async (read: ReadField) => {
    const number = normalizeMobileNumber(read('email'));
    const emailOrContact = isMobileNumber(number) ? number : read('email').trim();
    clear();
    if (emailOrContact === '') return showFieldError(t('reset.emailRequired'));
    try {
      const input = { email: emailOrContact };
      const payload = (await request({ variables: { input } })).data?.requestPasswordReset;
      const error = getUserError(payload);
      if (error !== undefined) return showUserError(error);
      toasts.success(t('reset.sent'), { durationMs: successDurationMs });
      if (isMobileNumber(emailOrContact)) loginContactDraft.save(emailOrContact);
      onSent(emailOrContact);
    } catch {
      showFailure(t('unreachable'));
    }
  };

  return (
    <ResetStep
      number={1}
      text={t('reset.emailText')}
      submitText={t('reset.sendOtp')}
      busy={loading}
      failure={failure}
      onSubmit={send}
      onCancel={onCancel}
    >
      <TextField
        label={t('reset.email')}
        name="email"
        descriptionId={stepTextId}
        inputMode="email"
        autoComplete="username"
        required
        defaultValue={initial}
        error={fieldError}
      />
    </ResetStep>
  );
}
