import { Button, Flex, Grid } from '@chakra-ui/react';
import { useEffect, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { getBrowserSession, useSession } from '#web/auth/session.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { SubmitButton } from '#web/ui/form/buttons.tsx';
import { createDraft } from '#web/ui/form/draft.ts';
import { FormAlert } from '#web/ui/form/FormAlert.tsx';
import { useLeaveWarning } from '#web/ui/form/use-leave-warning.ts';
import { useSchemaForm } from '#web/ui/form/use-schema-form.ts';
import { useToast } from '#web/ui/toast/toasts.ts';
import { AddressFields } from './AddressFields.tsx';
import type { AddressFieldsFragment } from './AddressFragment.generated.ts';
import { type AddressValues, createAddressSchema } from './address-schema.ts';
import { useSaveAddress } from './save-address.ts';

interface AddressFormProps {
  address: AddressFieldsFragment | undefined;
  onCancel: () => void;
  onSaved: (address: AddressFieldsFragment) => void;
}

/** Preserves unsaved input if the session ends and the shopper has to log in again. */
const draft = createDraft<AddressValues>();

/** The form that creates or edits an address. */
export function AddressForm({ address, onCancel, onSaved }: AddressFormProps) {
  const { t } = useTranslation('address');
  const toast = useToast();
  const owner = `${useSession()?.userId} ${address?.id ?? 'new'}`;
  const { save, saving } = useSaveAddress(address?.id);
  /** A message, or the number of fields with an error. */
  const [failure, setFailure] = useState<string | number | null>(null);
  const schema = useMemo(() => createAddressSchema(t), [t]);
  const form = useSchemaForm(schema, draft.read(owner) ?? toFormValues(address));
  const { register, setValue, setError, subscribe, control } = form;
  const { errors, isSubmitted } = form.formState;
  const [city, district, state] = useWatch({ control, name: ['city', 'district', 'state'] });

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => draft.save(owner, values) }),
    [subscribe, owner],
  );

  useEffect(
    () => () => {
      if (getBrowserSession().getShopper() !== null) draft.clear();
    },
    [],
  );

  useLeaveWarning(draft.hasDraft);

  const submit = async (values: AddressValues) => {
    setFailure(null);
    const result = await save(values);
    if (result.address !== undefined) {
      // If the shopper had to log in again before the address was saved, this form has unmounted and kept its draft.
      draft.clear();
      toast.success(t('saved'));
      onSaved(result.address);
      return;
    }
    for (const [index, { field, message }] of result.fieldErrors.entries()) {
      setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
    }
    setFailure(result.fieldErrors.length > 0 ? result.fieldErrors.length : (result.failure ?? t('failed')));
  };

  const handleSubmit = form.handleSubmit(submit, (fieldErrors) =>
    setFailure(Object.keys(fieldErrors).length),
  );

  return (
    <Grid asChild gap="5">
      <form
        noValidate
        method="post"
        onSubmit={(event) => {
          // React events bubble out of a portal: a form around the dialog must not be submitted as well.
          event.stopPropagation();
          void handleSubmit(event);
        }}
      >
        <AddressFields
          form={{
            register: (field, options) => register(field, options),
            getError: (field) => errors[field]?.message,
            region: { city, district, state },
            setValue: (field, value) =>
              setValue(field, value, { shouldDirty: true, shouldValidate: isSubmitted }),
          }}
        />
        <FormAlert message={typeof failure === 'number' ? t('problems', { count: failure }) : failure} />
        <Flex wrap="wrap" justify="end" gap="3">
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <SubmitButton busy={saving}>{t('save')}</SubmitButton>
        </Flex>
      </form>
    </Grid>
  );
}

function toFormValues(address: AddressFieldsFragment | undefined): AddressValues {
  const empty = { address: '', area: '', landmark: '', pincode: '', city: '', state: '', district: '' };
  if (address === undefined) return empty;
  const { address: street, area, landmark, pincode, city, state, district } = address;
  return { address: street, area, landmark, pincode, city, state, district };
}
