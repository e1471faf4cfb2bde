import { zodResolver } from '@hookform/resolvers/zod';
import type { TFunction } from 'i18next';
import { useEffect, useMemo } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { browserSession } from '#web/auth/session.ts';
import { ShopperChangedError } from '#web/auth/session-store.ts';
import { createDraft } from '#web/ui/form/draft.ts';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useLeaveWarning } from '#web/ui/form/use-leave-warning.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import styles from './EditProfileForm.module.css';
import { PersonFields } from './PersonFields.tsx';
import type { Account } from './Profile.tsx';
import { mobileDigits, type PersonValues, personFields, personSchema } from './person-schema.ts';
import { type UpdateProfileMutation, useUpdateProfileMutation } from './UpdateProfile.generated.ts';

/** The shopper's details, and the password that a new e-mail address or contact number asks for. */
type EditProfileValues = PersonValues & { currentPassword: string };

const editProfileFields = [...personFields, 'currentPassword'] as const;

type ServerError = UpdateProfileMutation['updateProfile']['userErrors'][number];

/** Survives a look at another section, and a login in between. */
const draft = createDraft<PersonValues>();

/** Name, e-mail address and contact number, to be changed. */
export function EditProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const [update, { loading }] = useUpdateProfileMutation({ context: { retryAfterLogin: true } });
  const { id, username, email, contact } = account;
  const schema = useMemo(() => editProfileSchema(t, { email, contact }), [t, email, contact]);
  const form = useForm<EditProfileValues>({
    resolver: zodResolver(schema),
    defaultValues: { ...(draft.read(id) ?? { username, email, contact }), currentPassword: '' },
  });
  const { register, setError, subscribe } = form;
  const { errors } = form.formState;

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        // The password is typed anew each time.
        callback: ({ values: { currentPassword: _, ...values } }) => draft.keep(id, values),
      }),
    [subscribe, id],
  );

  useLeaveWarning(draft.hasDraft);

  const [typedEmail, typedContact] = useWatch({ control: form.control, name: ['email', 'contact'] });
  const asksForPassword = isNewIdentity({ email: typedEmail, contact: typedContact }, account);

  const fail = () => toast.error(t('edit.failed'), { title: t('edit.errorTitle') });

  const showErrors = (userErrors: readonly ServerError[]) => {
    for (const { field, message } of userErrors) {
      const known = editProfileFields.find((name) => name === field?.at(-1));
      if (known !== undefined) setError(known, { type: 'server', message }, { shouldFocus: true });
    }
  };

  const submit = async ({ currentPassword, ...person }: EditProfileValues) => {
    const input = isNewIdentity(person, account) ? { ...person, currentPassword } : person;
    try {
      const { user, userErrors } = (await update({ variables: { input } })).data?.updateProfile ?? {};
      if (user != null && userErrors?.length === 0) {
        form.reset({
          username: user.username,
          email: user.email,
          contact: user.contact,
          currentPassword: '',
        });
        draft.forget();
        followProfile(user);
        toast.success(t('edit.success'), { title: t('edit.successTitle') });
        return;
      }
      fail();
      showErrors(userErrors ?? []);
    } catch (error) {
      if (!(error instanceof ShopperChangedError)) fail();
    }
  };

  return (
    <form
      noValidate
      method="post"
      className={styles.form}
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <p className="muted">{t('edit.intro')}</p>
      <PersonFields
        inputs={{ username: register('username'), email: register('email'), contact: register('contact') }}
        errorOf={(field) => errors[field]?.message}
      />
      {asksForPassword && (
        <PasswordField
          label={t('edit.currentPassword')}
          hint={t('edit.currentPasswordHint')}
          autoComplete="current-password"
          required
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
      )}
      <SubmitButton busy={loading} className={styles.save}>
        {t('edit.save')}
      </SubmitButton>
    </form>
  );
}

type Identity = Pick<PersonValues, 'email' | 'contact'>;

/** Whether what was typed changes how the account is reached. */
function isNewIdentity(typed: Identity, { email, contact }: Identity): boolean {
  return typed.email.trim() !== email || mobileDigits(typed.contact) !== contact;
}

/** The rules of the form: the password is required where the account asks for it. */
function editProfileSchema(t: TFunction<'account'>, account: Identity) {
  return personSchema(t)
    .extend({ currentPassword: z.string() })
    .refine(({ currentPassword, ...person }) => currentPassword !== '' || !isNewIdentity(person, account), {
      path: ['currentPassword'],
      error: t('edit.currentPasswordRequired'),
    });
}

/** The session names the shopper by contact and e-mail address, too. */
function followProfile({ contact, email }: { contact: string; email: string }): void {
  const session = browserSession();
  const shopper = session.current();
  if (shopper !== null) session.signIn({ ...shopper, contact, userEmail: email });
}
