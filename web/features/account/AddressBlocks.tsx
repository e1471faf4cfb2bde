import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { AddressFields } from '#web/address/AddressFields.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useToast } from '#web/ui/toast/toasts.ts';
import styles from './RegistrationPage.module.css';
import { maxAddresses, type Registration, type RegistrationValues } from './registration-schema.ts';

type RegistrationFormMethods = UseFormReturn<RegistrationValues, unknown, Registration>;

const emptyAddress = { address: '', area: '', landmark: '', pincode: '', city: '', state: '', district: '' };

/** One or more addresses. Removing one requires confirmation, and the last one cannot be removed (requirements.md 5). */
export function AddressBlocks({ form }: { form: RegistrationFormMethods }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'addresses' });

  const removeBlock = async (index: number) => {
    if (fields.length === 1) {
      toast.warning(t('registration.lastAddress'));
      return;
    }
    const confirmed = await toast.confirm({
      title: t('registration.removeTitle'),
      text: t('registration.removeText'),
      confirmText: t('registration.removeConfirm'),
      cancelText: t('cancel'),
    });
    if (!confirmed) return;
    remove(index);
    form.setFocus(`addresses.${Math.max(0, index - 1)}.address`);
  };

  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        <h2>{t('registration.addresses')}</h2>
      </legend>
      {fields.map(({ id }, index) => (
        <section
          key={id}
          className={styles.address}
          aria-label={t('registration.address', { number: index + 1 })}
        >
          <div className={styles.addressHeader}>
            <h3>{t('registration.address', { number: index + 1 })}</h3>
            <button
              type="button"
              className="button button--small"
              aria-label={t('registration.removeAddressNumber', { number: index + 1 })}
              onClick={() => void removeBlock(index)}
            >
              {t('registration.removeAddress')}
            </button>
          </div>
          <AddressBlock form={form} index={index} />
        </section>
      ))}
      {fields.length < maxAddresses ? (
        <button
          type="button"
          className={`button button--small ${styles.add}`}
          onClick={() => append(emptyAddress, { focusName: `addresses.${fields.length}.address` })}
        >
          <Icon name="plus" size={18} />
          {t('registration.addAddress')}
        </button>
      ) : (
        <p className="muted">{t('registration.maxAddresses')}</p>
      )}
    </fieldset>
  );
}

function AddressBlock({ form, index }: { form: RegistrationFormMethods; index: number }) {
  const { register, setValue, watch } = form;
  const errors = form.formState.errors.addresses?.[index];
  // Not useWatch, which misses a state that was selected before hydration.
  const [state, district] = watch([`addresses.${index}.state`, `addresses.${index}.district`]);
  return (
    <AddressFields
      section={`section-address${index + 1}`}
      form={{
        register: (field, options) => register(`addresses.${index}.${field}`, options),
        getError: (field) => errors?.[field]?.message,
        region: { state: state ?? '', district: district ?? '' },
        setValue: (field, value) =>
          setValue(`addresses.${index}.${field}`, value, {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          }),
      }}
    />
  );
}
