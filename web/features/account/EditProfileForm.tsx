import { Grid, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { normalizeMobileNumber } from '#web/auth/mobile-number.ts';
import type { ShopperFieldsFragment } from '#web/auth/ShopperFragment.generated.ts';
import { getBrowserSession } from '#web/auth/session.ts';
import { reportChangeError } from '#web/cart/change-rejected-error.ts';
import type { Translate } from '#web/i18n/translate.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { SubmitButton } from '#web/ui/form/buttons.tsx';
import { createDraft, useDraft } from '#web/ui/form/draft.ts';
import { PasswordField } from '#web/ui/form/text-fields.tsx';
import { useSchemaForm } from '#web/ui/form/use-schema-form.ts';
import { mapUserErrors, setFieldErrors } from '#web/ui/form/user-errors.ts';
import { toasts } from '#web/ui/toast/toasts.ts';
import { z } from '#web/zod.ts';
import { PersonFields } from './PersonFields.tsx';
import { createPersonSchema, type PersonValues, personFields } from './person-schema.ts';
import { useUpdateProfileMutation } from './UpdateProfile.generated.ts';

type EditProfileValues = PersonValues & { currentPassword: string };

/** Keeps the values while another section is open, and if the shopper has to log in again. */
const draft = createDraft<PersonValues>();

/** The form to change name, e-mail address and mobile number. */
export function EditProfileForm({ account }: { account: ShopperFieldsFragment }) {
  const { t } = useTranslation('account');
  const [update, { loading }] = useUpdateProfileMutation();
  const { id, username, email, contact } = account;
  const schema = useMemo(() => createEditProfileSchema(t, { email, contact }), [t, email, contact]);
  const form = useSchemaForm(schema, {
    ...(draft.read(id) ?? { username, email, contact }),
    currentPassword: '',
  });
  const { register } = form;
  const { errors } = form.formState;

  // The draft never contains the password.
  useDraft(form.subscribe, draft.hasDraft, ({ currentPassword: _, ...values }) => draft.save(id, values));

  const [typedEmail, typedContact] = useWatch({ control: form.control, name: ['email', 'contact'] });
  const needsPassword = hasNewContactDetails({ email: typedEmail, contact: typedContact }, account);

  const submit = async ({ currentPassword, ...person }: EditProfileValues) => {
    const submitted = JSON.stringify(form.getValues());
    const changesContact = hasNewContactDetails(person, account);
    const input = changesContact ? { ...person, currentPassword } : person;
    // A change of the contact details is not sent again if the response was lost: the password could be checked with
    // the old contact number while the first request changes it.
    const context = { retryAfterLogin: true, maxAttempts: changesContact ? 1 : 4 };
    try {
      const { user, userErrors } =
        (await update({ variables: { input }, context })).data?.updateProfile ?? {};
      if (user != null && userErrors?.length === 0) {
        // What the shopper has typed since submitting is not saved yet.
        if (JSON.stringify(form.getValues()) === submitted) {
          form.reset({
            username: user.username,
            email: user.email,
            contact: user.contact,
            currentPassword: '',
          });
          draft.clear();
        }
        updateSession(user);
        toasts.success(t('edit.success'), { title: t('edit.successTitle') });
        return;
      }
      const { fieldErrors, otherMessage } = mapUserErrors(userErrors ?? [], toFormField);
      toasts.error(otherMessage ?? t('edit.failed'), { title: t('edit.errorTitle') });
      setFieldErrors(form.setError, fieldErrors);
    } catch (error) {
      reportChangeError(error, t('edit.failed'), t('edit.errorTitle'));
    }
  };

  return (
    <Grid asChild gap="4" maxWidth="30rem">
      <form noValidate method="post" onSubmit={(event) => void form.handleSubmit(submit)(event)}>
        <Text color="fg.muted">{t('edit.intro')}</Text>
        <PersonFields
          inputs={{ username: register('username'), email: register('email'), contact: register('contact') }}
          getError={(field) => errors[field]?.message}
        />
        {needsPassword && (
          <PasswordField
            label={t('edit.currentPassword')}
            hint={t('edit.currentPasswordHint')}
            autoComplete="current-password"
            required
            error={errors.currentPassword?.message}
            {...register('currentPassword')}
          />
        )}
        <SubmitButton busy={loading} justifySelf="start" minWidth="8rem">
          {t('edit.save')}
        </SubmitButton>
      </form>
    </Grid>
  );
}

function toFormField(field: readonly string[]): keyof EditProfileValues | undefined {
  return ([...personFields, 'currentPassword'] as const).find((name) => name === field.at(-1));
}

type ContactDetails = Pick<PersonValues, 'email' | 'contact'>;

/** Whether the values of the form change the account's e-mail address or mobile number. */
function hasNewContactDetails(values: ContactDetails, account: ContactDetails): boolean {
  return values.email.trim() !== account.email || normalizeMobileNumber(values.contact) !== account.contact;
}

/** Validates the form. The password is required if the e-mail address or mobile number changes. */
function createEditProfileSchema(t: Translate<'account'>, account: ContactDetails) {
  return createPersonSchema(t)
    .extend({ currentPassword: z.string() })
    .refine(
      ({ currentPassword, ...person }) => currentPassword !== '' || !hasNewContactDetails(person, account),
      {
        path: ['currentPassword'],
        error: t('edit.currentPasswordRequired'),
      },
    );
}

/** Updates the mobile number and e-mail address in the session. */
function updateSession({ contact, email }: { contact: string; email: string }): void {
  const session = getBrowserSession();
  const shopper = session.getShopper();
  if (shopper !== null) session.signIn({ ...shopper, contact, userEmail: email });
}
