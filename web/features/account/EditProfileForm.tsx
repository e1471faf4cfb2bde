import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { browserSession } from '#web/session/session.ts';
import { ShopperLeft } from '#web/session/shopper-left.ts';
import { createDraft } from '#web/ui/form/draft.ts';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useLeaveWarning } from '#web/ui/form/use-leave-warning.ts';
import { useNotice } from '#web/ui/notices/notices.ts';
import styles from './EditProfileForm.module.css';
import { PersonFields } from './PersonFields.tsx';
import type { Account } from './Profile.tsx';
import { type PersonValues, personFields, personSchema } from './person-schema.ts';
import { useUpdateProfileMutation } from './UpdateProfile.generated.ts';

/** Survives a look at another section, and a login in between. */
const draft = createDraft<PersonValues>();

/** Name, e-mail address and contact number, to be changed. */
export function EditProfileForm({ account }: { account: Account }) {
  const { t } = useTranslation('account');
  const notice = useNotice();
  const [update, { loading }] = useUpdateProfileMutation({ context: { outlivesSession: true } });
  const schema = useMemo(() => personSchema(t), [t]);
  const { id, username, email, contact } = account;
  const form = useForm<PersonValues>({
    resolver: zodResolver(schema),
    defaultValues: draft.read(id) ?? { username, email, contact },
  });
  const { register, setError, subscribe } = form;
  const { errors } = form.formState;

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep(id, values) }),
    [subscribe, id],
  );

  useLeaveWarning(draft.isKept);

  const fail = () => notice.error(t('edit.failed'), { title: t('edit.errorTitle') });

  const submit = async (input: PersonValues) => {
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
        const known = personFields.find((name) => name === field?.at(-1));
        if (known !== undefined) setError(known, { type: 'server', message }, { shouldFocus: true });
      }
    } catch (error) {
      if (!(error instanceof ShopperLeft)) fail();
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
