import { Box, Button, Card, Flex, Grid, Heading, Text } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { AddressFields } from '#web/address/AddressFields.tsx';
import { maxAddresses } from '#web/address/address-dialog.ts';
import { emptyAddress } from '#web/address/address-schema.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { focusAfterConfirm } from '#web/ui/dialog/focus-after-confirm.ts';
import { useSingleTask } from '#web/ui/hooks/use-single-task.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';
import type { Registration, RegistrationValues } from './registration-schema.ts';

type RegistrationFormMethods = UseFormReturn<RegistrationValues, unknown, Registration>;

/** The optional addresses of a registration. Removing one requires confirmation (requirements.md 5). */
export function AddressBlocks({ form }: { form: RegistrationFormMethods }) {
  const { t } = useTranslation('account');
  const { t: tAddress } = useTranslation('address');
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'addresses' });
  const [runTask] = useSingleTask();
  const heading = useRef<HTMLHeadingElement>(null);

  const removeBlock = async (index: number) => {
    const confirmed = await toasts.confirm({
      title: t('registration.removeTitle'),
      text: t('registration.removeText'),
      confirmText: t('registration.removeConfirm'),
      cancelText: t('cancel'),
      isDestructive: true,
    });
    if (!confirmed) return;
    remove(index);
    toasts.success(t('addresses.removed'));
    focusAfterConfirm(heading.current);
  };

  return (
    <Grid as="fieldset" gap="5" minWidth="0">
      <Box as="legend" marginBlockEnd="3">
        <Heading as="h2" ref={heading} tabIndex={-1} outline="none">
          {t('registration.addresses')}
        </Heading>
      </Box>
      {fields.length === 0 && <Text color="fg.muted">{t('registration.addressLater')}</Text>}
      {fields.map(({ id }, index) => (
        <Card.Root key={id} asChild>
          <section aria-label={t('registration.address', { number: index + 1 })}>
            <Card.Body>
              <Flex align="center" justify="space-between" gap="4">
                <h3>{t('registration.address', { number: index + 1 })}</h3>
                <Button
                  size="sm"
                  aria-label={t('registration.removeAddressNumber', { number: index + 1 })}
                  onClick={() => void runTask(() => removeBlock(index))}
                >
                  {t('registration.removeAddress')}
                </Button>
              </Flex>
              <AddressBlock form={form} index={index} />
            </Card.Body>
          </section>
        </Card.Root>
      ))}
      {fields.length < maxAddresses ? (
        <Button
          size="sm"
          justifySelf="start"
          onClick={() => append(emptyAddress, { focusName: `addresses.${fields.length}.address` })}
        >
          <Icon name="plus" size={18} />
          {t(fields.length === 0 ? 'registration.addFirstAddress' : 'registration.addAddress')}
        </Button>
      ) : (
        <Text color="fg.muted">{tAddress('maxAddresses')}</Text>
      )}
    </Grid>
  );
}

function AddressBlock({ form, index }: { form: RegistrationFormMethods; index: number }) {
  const { register, setValue } = form;
  const { submitCount, errors: formErrors } = form.formState;
  // After a failed submission, the form also validates addresses that are added later, while they are still empty.
  const [initialSubmitCount] = useState(submitCount);
  const errors = submitCount > initialSubmitCount ? formErrors.addresses?.[index] : undefined;
  const [city, district, state] = useWatch({
    control: form.control,
    name: [`addresses.${index}.city`, `addresses.${index}.district`, `addresses.${index}.state`],
  });
  return (
    <AddressFields
      section={`section-address${index + 1}`}
      form={{
        register: (field, options) => register(`addresses.${index}.${field}`, options),
        getError: (field) => errors?.[field]?.message,
        region: { city: city ?? '', district: district ?? '', state: state ?? '' },
        setValue: (field, value) =>
          setValue(`addresses.${index}.${field}`, value, {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          }),
      }}
    />
  );
}
