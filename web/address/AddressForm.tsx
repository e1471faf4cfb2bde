import { Button, Flex, Grid } from '@chakra-ui/react';
import { useEffect, useMemo, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { getBrowserSession, useSession } from '#web/auth/session.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { SubmitButton } from '#web/ui/form/buttons.tsx';
import { createDraft, useDraft } from '#web/ui/form/draft.ts';
import { FormAlert } from '#web/ui/form/FormAlert.tsx';
import { useFormFailure } from '#web/ui/form/use-form-failure.ts';
import { useSchemaForm } from '#web/ui/form/use-schema-form.ts';
import { toasts } from '#web/ui/toast/toasts.ts';
import { AddressFields } from './AddressFields.tsx';
import type { AddressFieldsFragment } from './AddressFragment.generated.ts';
import {
  type AddressField,
  type AddressValues,
  addressFields,
  createAddressSchema,
  emptyAddress,
} from './address-schema.ts';
import { useCreateAddressMutation, useUpdateAddressMutation } from './SaveAddress.generated.ts';

interface AddressFormProps {
  address: AddressFieldsFragment | undefined;
  onCancel: () => void;
  /** Not called if the shopper closes the form before the address is saved. */
  onSaved: (address: AddressFieldsFragment) => void;
}

/** Preserves unsaved input if the session ends and the shopper has to log in again. */
const draft = createDraft<AddressValues>();

/**
 * If the session has ended, the address is saved once the same shopper logs in again. Sending it again if the response
 * was lost has no further effect: a new address is saved only if no saved one is equal.
 */
const context = { retryAfterLogin: true, maxAttempts: 4 };

export function AddressForm({ address, onCancel, onSaved }: AddressFormProps) {
  const { t } = useTranslation('address');
  const owner = `${useSession()?.userId} ${address?.id ?? 'new'}`;
  const [create, { loading: creating }] = useCreateAddressMutation({ context });
  const [update, { loading: updating }] = useUpdateAddressMutation({ context });
  const schema = useMemo(() => createAddressSchema(t), [t]);
  const form = useSchemaForm(schema, draft.read(owner) ?? toFormValues(address));
  const { register, setValue, control } = form;
  const { errors, isSubmitted } = form.formState;
  const failure = useFormFailure(form.setError);
  const [city, district, state] = useWatch({ control, name: ['city', 'district', 'state'] });

  useDraft(form.subscribe, draft.hasDraft, (values) => draft.save(owner, values));

  const isClosedByShopper = useRef(false);
  // Discards the draft when the form closes, unless it closes because the session has ended.
  useEffect(() => {
    isClosedByShopper.current = false;
    return () => {
      if (getBrowserSession().getShopper() === null) return;
      isClosedByShopper.current = true;
      draft.clear();
    };
  }, []);

  const save = async (values: AddressValues) => {
    if (address === undefined) {
      return (await create({ variables: { input: { address: values } } })).data?.createAddress;
    }
    const input = { addressId: address.id, address: values };
    return (await update({ variables: { input } })).data?.updateAddress;
  };

  const submit = async (values: AddressValues) => {
    failure.setMessage(null);
    const payload = await save(values).catch(() => undefined);
    if (payload?.address != null) {
      toasts.success(t('saved'));
      // The dialog may be open again, or the shopper may be placing an order with another address.
      if (isClosedByShopper.current) return;
      // If the shopper had to log in again before the address was saved, this form unmounted without clearing its
      // draft.
      draft.clear();
      onSaved(payload.address);
      return;
    }
    failure.showUserErrors(payload?.userErrors ?? [], toAddressField, t('failed'));
  };

  return (
    <Grid asChild gap="5">
      <form
        noValidate
        method="post"
        onSubmit={(event) => void form.handleSubmit(submit, failure.showCount)(event)}
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
        <FormAlert message={failure.message} />
        <Flex wrap="wrap" justify="end" gap="3">
          <Button onClick={onCancel}>{t('cancel')}</Button>
          <SubmitButton busy={creating || updating}>{t('save')}</SubmitButton>
        </Flex>
      </form>
    </Grid>
  );
}

/** Maps the path of an input field, such as `address.pincode`, to the form field. */
function toAddressField(field: readonly string[]): AddressField | undefined {
  return field.length > 1 ? addressFields.find((name) => name === field.at(-1)) : undefined;
}

function toFormValues(address: AddressFieldsFragment | undefined): AddressValues {
  if (address === undefined) return emptyAddress;
  const { address: street, area, landmark, pincode, city, state, district } = address;
  return { address: street, area, landmark, pincode, city, state, district };
}
