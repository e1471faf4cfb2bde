import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { browserSession } from '#web/session/session.ts';
import { createDraft } from '#web/ui/form/draft.ts';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { useNotice } from '#web/ui/notices/notices.ts';
import styles from './EditProfileForm.module.css';
import type { Account } from './Profile.tsx';
import { type ProfileValues, profileFields, profileSchema } from './profile-schema.ts';
import { useUpdateProfileMutation } from './UpdateProfile.generated.ts';

/** Survives a look at another section, and a login in between. */
const draft = createDraft<ProfileValues>();

/** Name, e-mail address and contact number, to be changed. */
export function EditProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const notice = useNotice();
  const [update, { loading }] = useUpdateProfileMutation();
  const schema = useMemo(() => profileSchema(t), [t]);
  const { id, username, email, contact } = account;
  const form = useForm<ProfileValues>({
    resolver: zodResolver(schema),
    defaultValues: draft.read(id) ?? { username, email, contact },
  });
  const { register, setError, subscribe } = form;
  const { errors } = form.formState;

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep(id, values) }),
    [subscribe, id],
  );

  const fail = () => notice.error(t('edit.failed'), { title: t('edit.errorTitle') });

  const submit = async (input: ProfileValues) => {
    try {
      const { user, userErrors } = (await update({ variables: { input } })).data?.updateProfile ?? {};
      if (user != null && userErrors?.length === 0) {
        form.reset({ username: user.username, email: user.email, contact: user.contact });
        draft.forget();
        followProfile(user);
        notice.success(t('edit.success'), { title: t('edit.successTitle') });
        return;
      }
      fail();
      for (const { field, message } of userErrors ?? []) {
        const known = profileFields.find((name) => name === field?.at(-1));
        if (known !== undefined) setError(known, { type: 'server', message }, { shouldFocus: true });
      }
    } catch {
      fail();
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
      <TextField
        label={t('edit.name')}
        autoComplete="name"
        required
        error={errors.username?.message}
        {...register('username')}
      />
      <TextField
        label={t('edit.email')}
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label={t('edit.contact')}
        type="tel"
        autoComplete="tel-national"
        required
        maxLength={20}
        error={errors.contact?.message}
        {...register('contact')}
      />
      <SubmitButton busy={loading} className={styles.save}>
        {t('edit.save')}
      </SubmitButton>
    </form>
  );
}

/** The session names the shopper by contact and e-mail address, too. */
function followProfile({ contact, email }: { contact: string; email: string }): void {
  const session = browserSession();
  const shopper = session.current();
  if (shopper !== null) session.signIn({ ...shopper, contact, userEmail: email });
}
