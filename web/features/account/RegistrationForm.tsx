import { Box, Grid } from '@chakra-ui/react';
import { useEffect, useMemo, useState } from 'react';
import { Controller } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { loginPath } from '#web/auth/return-path.ts';
import { useLogIn } from '#web/auth/use-log-in.ts';
import { renderTags, useTranslation } from '#web/i18n/translation.tsx';
import { LinkButton, SubmitButton } from '#web/ui/form/buttons.tsx';
import { CheckboxField } from '#web/ui/form/choice-fields.tsx';
import { FormAlert } from '#web/ui/form/FormAlert.tsx';
import { PasswordField } from '#web/ui/form/text-fields.tsx';
import { useLeaveWarning } from '#web/ui/form/use-leave-warning.ts';
import { useSchemaForm } from '#web/ui/form/use-schema-form.ts';
import { successDurationMs, useToast } from '#web/ui/toast/toasts.ts';
import { AddressBlocks } from './AddressBlocks.tsx';
import { withLoginContact } from './login-contact.ts';
import { PersonFields } from './PersonFields.tsx';
import { useRegisterMutation } from './Register.generated.ts';
import { registrationDraft } from './registration-draft.ts';
import { countErrors, mapToFields, type UserErrors } from './registration-errors.ts';
import { createRegistrationSchema, type Registration } from './registration-schema.ts';

/**
 * The registration form, which also signs the shopper in. Errors are shown next to their fields and do not clear any
 * input.
 */
export function RegistrationForm() {
  const { t } = useTranslation('account');
  const { t: tAddress } = useTranslation('address');
  const toast = useToast();
  const navigate = useNavigate();
  const location = useLocation();
  const [send, { loading }] = useRegisterMutation();
  const { logIn, loading: loggingIn } = useLogIn();
  /** A message, or the number of fields with an error. */
  const [failure, setFailure] = useState<string | number | null>(null);
  const schema = useMemo(() => createRegistrationSchema(t, tAddress), [t, tAddress]);
  const form = useSchemaForm(schema, registrationDraft.read());
  const { register, setError, watch, subscribe, getValues } = form;
  const { errors } = form.formState;

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => registrationDraft.save(values),
      }),
    [subscribe],
  );

  useLeaveWarning(registrationDraft.hasDraft);

  const showErrors = (userErrors: UserErrors) => {
    const { fieldErrors, otherMessage } = mapToFields(userErrors);
    for (const [index, { path, code, message }] of fieldErrors.entries()) {
      setError(path, { type: code, message }, { shouldFocus: index === 0 });
    }
    setFailure(fieldErrors.length > 0 ? fieldErrors.length : (otherMessage ?? t('registration.failed')));
  };

  const submit = async ({ agreed: _, ...input }: Registration) => {
    setFailure(null);
    try {
      const userErrors = (await send({ variables: { input } })).data?.register.userErrors;
      if (userErrors?.length !== 0) return showErrors(userErrors ?? []);
    } catch {
      return setFailure(t('registration.failed'));
    }
    registrationDraft.clear();
    toast.success(t('registration.success'), { durationMs: successDurationMs });
    const { contact, password } = input;
    const loginError = await logIn({ contact, password });
    // After a login, the page redirects.
    if (loginError !== null) await navigate(loginPath, { state: withLoginContact(location.state, contact) });
  };

  const showErrorCount = (invalidFields: object) => setFailure(countErrors(invalidFields));

  return (
    <Grid asChild gap="8" marginBlockStart="5">
      <form
        noValidate
        method="post"
        onSubmit={(event) => void form.handleSubmit(submit, showErrorCount)(event)}
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
          <FormAlert message={typeof failure === 'number' ? t('problems', { count: failure }) : failure} />
          {/* Not disabled without the agreement: a click shows what is missing. */}
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
