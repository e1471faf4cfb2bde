import { Grid } from '@chakra-ui/react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { SubmitButton } from '#web/ui/form/buttons.tsx';
import { FormAlert } from '#web/ui/form/FormAlert.tsx';
import { readText } from '#web/ui/form/read-text.ts';
import { PasswordField, TextField } from '#web/ui/form/text-fields.tsx';
import { successDurationMs, toastStore, toasts } from '#web/ui/toast/toasts.ts';
import { getBrowserSession } from './session.ts';
import { loginContactDraft, useLogIn } from './use-log-in.ts';

interface LoginFormProps {
  /** The initial mobile number; by default, the one last typed. */
  contact?: string | undefined;
  /** Shown below the password: a link or button for shoppers who forgot it. */
  forgotPassword?: ReactNode;
  /** Called once the shopper is signed in. */
  onSignedIn?: () => void;
}

type LoginField = 'contact' | 'password';

/**
 * Signs the shopper in with mobile number and password (requirements.md 2.7). The parent decides where the
 * shopper goes next.
 */
export function LoginForm({ contact, forgotPassword, onSignedIn }: LoginFormProps) {
  const { t } = useTranslation('auth');
  const { logIn, loading } = useLogIn();
  const [missingFields, setMissingFields] = useState<readonly LoginField[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  // The alert is obsolete after a login in another tab.
  useEffect(() => {
    const session = getBrowserSession();
    return session.subscribe(() => {
      if (session.getShopper() !== null) toastStore.dismissDialogs();
    });
  }, []);

  const submit = async (form: HTMLFormElement) => {
    const focus = (field: LoginField) => form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
    const input = readForm(form);
    const emptyFields = (['contact', 'password'] as const).filter((field) => input[field] === '');
    setMissingFields(emptyFields);
    setFailure(null);
    if (emptyFields[0] !== undefined) {
      // Focuses the field before the alert opens, because the focus returns to the same element when the alert closes.
      // Focuses the field again afterwards, in case the shopper moved the focus before the alert opened.
      focus(emptyFields[0]);
      await toasts.alert({
        title: t('login.errorTitle'),
        text: t('login.bothRequired'),
        confirmText: t('login.ok'),
      });
      focus(emptyFields[0]);
      return;
    }
    const error = await logIn(input);
    if (error !== null) {
      setFailure(error);
      focus('password');
      return;
    }
    toasts.success(t('login.success'), { durationMs: successDurationMs });
    onSignedIn?.();
  };

  return (
    <Grid asChild gap="4">
      <form
        noValidate
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <TextField
          label={t('login.contact')}
          name="contact"
          type="tel"
          autoComplete="username"
          required
          maxLength={100}
          defaultValue={contact ?? loginContactDraft.read()}
          onChange={({ currentTarget }) => loginContactDraft.save(currentTarget.value)}
          error={missingFields.includes('contact') ? t('login.contactMissing') : undefined}
        />
        <PasswordField
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          required
          error={missingFields.includes('password') ? t('login.passwordMissing') : undefined}
        />
        {forgotPassword}
        <FormAlert message={failure} />
        <SubmitButton busy={loading}>{t('login.submit')}</SubmitButton>
      </form>
    </Grid>
  );
}

/** Trims the mobile number, which the gateway normalizes. The password stays exactly as typed. */
function readForm(form: HTMLFormElement): Record<LoginField, string> {
  const values = new FormData(form);
  return { contact: readText(values, 'contact').trim(), password: readText(values, 'password') };
}
