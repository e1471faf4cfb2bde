import { Box, Grid } from '@chakra-ui/react';
import { useMemo } from 'react';
import { Controller, type FieldPath } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { addressFields } from '#web/address/address-schema.ts';
import { loginPath } from '#web/auth/return-path.ts';
import { useLogIn } from '#web/auth/use-log-in.ts';
import { renderTags, useTranslation } from '#web/i18n/translation.tsx';
import { LinkButton, SubmitButton } from '#web/ui/form/buttons.tsx';
import { CheckboxField } from '#web/ui/form/choice-fields.tsx';
import { useDraft } from '#web/ui/form/draft.ts';
import { FormAlert } from '#web/ui/form/FormAlert.tsx';
import { PasswordField } from '#web/ui/form/text-fields.tsx';
import { useFormFailure } from '#web/ui/form/use-form-failure.ts';
import { useSchemaForm } from '#web/ui/form/use-schema-form.ts';
import { useNavigateWhileMounted } from '#web/ui/hooks/use-navigate-while-mounted.ts';
import { successDurationMs, toasts } from '#web/ui/toast/toasts.ts';
import { AddressBlocks } from './AddressBlocks.tsx';
import { withLoginContact } from './login-contact.ts';
import { PersonFields } from './PersonFields.tsx';
import { useRegisterMutation } from './Register.generated.ts';
import { registrationDraft } from './registration-draft.ts';
import {
  createRegistrationSchema,
  type Registration,
  type RegistrationValues,
} from './registration-schema.ts';

/**
 * The registration form, which also signs the shopper in. Errors are shown next to their fields. A message above
 * the button states the number of errors, or describes any other failure. No error clears the input.
 */
export function RegistrationForm() {
  const { t } = useTranslation('account');
  const { t: tAddress } = useTranslation('address');
  const navigate = useNavigateWhileMounted();
  const location = useLocation();
  const [send, { loading }] = useRegisterMutation();
  const { logIn, loading: loggingIn } = useLogIn();
  const schema = useMemo(() => createRegistrationSchema(t, tAddress), [t, tAddress]);
  const form = useSchemaForm(schema, registrationDraft.read());
  const { register, watch, getValues } = form;
  const { errors } = form.formState;
  const failure = useFormFailure(form.setError);

  useDraft(form.subscribe, registrationDraft.hasDraft, registrationDraft.save);

  const submit = async ({ agreed: _, ...input }: Registration) => {
    failure.setMessage(null);
    try {
      const userErrors = (await send({ variables: { input } })).data?.register?.userErrors;
      if (userErrors?.length !== 0) {
        return failure.showUserErrors(userErrors ?? [], toFormField, t('registration.failed'));
      }
    } catch {
      return failure.setMessage(t('registration.failed'));
    }
    registrationDraft.clear();
    toasts.success(t('registration.success'), { durationMs: successDurationMs });
    const { contact, password } = input;
    const loginError = await logIn({ contact, password });
    // After a login, the page redirects.
    if (loginError !== null) await navigate(loginPath, { state: withLoginContact(location.state, contact) });
  };

  return (
    <Grid asChild gap="8" marginBlockStart="5">
      <form
        noValidate
        method="post"
        onSubmit={(event) => void form.handleSubmit(submit, failure.showCount)(event)}
      >
        <Grid as="fieldset" gap="5" minWidth="0">
          <Box as="legend" marginBlockEnd="3">
            <h2>{t('registration.aboutYou')}</h2>
          </Box>
          <Grid
            alignItems="start"
            gap="4"
            columnGap="5"
            gridTemplateColumns={{ sm: '1fr 1fr' }}
            // The name has a row of its own, so that the other four fields fill two rows.
            css={{ '& > :first-of-type': { gridColumn: { sm: '1 / -1' } } }}
          >
            <PersonFields
              inputs={{
                username: register('username'),
                email: register('email'),
                contact: register('contact'),
              }}
              getError={(field) => errors[field]?.message}
              contactHint={t('registration.contactHint')}
              contactErrorAction={
                errors.contact?.type === 'CONTACT_TAKEN' && (
                  <LinkButton
                    to={loginPath}
                    state={withLoginContact(location.state, getValues('contact'))}
                    size="sm"
                    justifySelf="start"
                  >
                    {t('registration.goToLogin')}
                  </LinkButton>
                )
              }
            />
            <PasswordField
              label={t('registration.password')}
              hint={t('registration.passwordHint')}
              autoComplete="new-password"
              required
              error={errors.password?.message}
              {...register('password')}
            />
            <PasswordField
              label={t('registration.confirmPassword')}
              autoComplete="new-password"
              required
              error={errors.confirmPassword?.message}
              {...register('confirmPassword')}
            />
          </Grid>
        </Grid>
        <AddressBlocks form={form} />
        <Grid gap="4" paddingBlockStart="6" borderBlockStartWidth="1px">
          <Controller
            control={form.control}
            name="agreed"
            render={({ field: { value, ...field } }) => (
              <CheckboxField
                label={renderTags(t('registration.privacy'), {
                  policy: (text) => (
                    <Link to="/privacy-policy" className="link">
                      {text}
                    </Link>
                  ),
                })}
                error={errors.agreed?.message}
                checked={value === true}
                {...field}
              />
            )}
          />
          <FormAlert message={failure.message} />
          {/* Enabled even if the box is not ticked, because a click shows what is missing. */}
          <SubmitButton
            busy={loading || loggingIn}
            variant={watch('agreed') === true ? 'solid' : 'outline'}
            justifySelf={{ sm: 'start' }}
            minWidth={{ sm: '12rem' }}
          >
            {t('registration.submit')}
          </SubmitButton>
        </Grid>
      </form>
    </Grid>
  );
}

const accountFields = ['username', 'email', 'contact', 'password', 'confirmPassword'] as const;

/** The form field for the `field` of a user error, a path such as `['contact']` or `['addresses', '0', 'pincode']`. */
function toFormField([first, index, addressField]: readonly string[]):
  | FieldPath<RegistrationValues>
  | undefined {
  if (first !== 'addresses') return accountFields.find((name) => name === first);
  const formField = addressFields.find((name) => name === addressField);
  return formField && `addresses.${Number(index)}.${formField}`;
}
