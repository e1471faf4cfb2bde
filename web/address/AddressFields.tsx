import { type ChangeEvent, useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '#web/ui/form/SelectField.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import styles from './AddressFields.module.css';
import type { AddressField } from './address-schema.ts';
import { districtsOf, states } from './districts.ts';
import { fillFromPincode, type Region } from './pincode-fill.ts';

/** The part of a form that an address fills, whichever form it is. */
export interface AddressFormControl {
  register: (
    field: AddressField,
    options?: { onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void },
  ) => UseFormRegisterReturn;
  errorOf: (field: AddressField) => string | undefined;
  /** As they stand in the form now; the component is to be rendered again when they change. */
  region: Region;
  set: (field: AddressField, value: string) => void;
}

interface AddressFieldsProps {
  part: AddressFormControl;
  /** Sets several addresses of one page apart for the browser's autofill. */
  section?: string;
}

/**
 * The fields of an address. A state enables and filters the districts, another one resets the
 * district (requirements.md 4); a PIN code fills in what it tells and nobody chose. Texts: namespace `address`.
 */
export function AddressFields({ part, section = 'section-address' }: AddressFieldsProps) {
  const { t } = useTranslation('address');
  const { register, errorOf, region, set } = part;
  const filled = useRef<Partial<Region>>({});
  const [told, setTold] = useState<Region | null>(null);
  const autofill = (token: string) => `${section} shipping ${token}`;

  const changeState = () => {
    filled.current = {};
    setTold(null);
    set('district', '');
  };

  const readPincode = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    const found = fillFromPincode(event.target.value, region, filled.current);
    if (found === undefined) return;
    set('state', found.state);
    set('district', found.district);
    filled.current = found;
    setTold(found);
  };

  return (
    <div className={styles.fields}>
      <div className={styles.wide}>
        <TextField
          label={t('address')}
          hint={t('addressHint')}
          error={errorOf('address')}
          required
          autoComplete={autofill('address-line1')}
          {...register('address')}
        />
      </div>
      <TextField
        label={t('area')}
        error={errorOf('area')}
        required
        autoComplete={autofill('address-line2')}
        {...register('area')}
      />
      <TextField
        label={t('landmark')}
        error={errorOf('landmark')}
        required
        autoComplete={autofill('address-line3')}
        placeholder={t('landmarkHint')}
        {...register('landmark')}
      />
      <div>
        <TextField
          label={t('pincode')}
          error={errorOf('pincode')}
          required
          inputMode="numeric"
          maxLength={7}
          autoComplete={autofill('postal-code')}
          {...register('pincode', { onChange: readPincode })}
        />
        <p role="status" className={styles.told}>
          {told !== null && t(told.district === '' ? 'filledState' : 'filledBoth', { ...told })}
        </p>
      </div>
      <TextField
        label={t('city')}
        error={errorOf('city')}
        required
        autoComplete={autofill('address-level2')}
        {...register('city')}
      />
      <SelectField
        label={t('state')}
        error={errorOf('state')}
        required
        autoComplete={autofill('address-level1')}
        placeholder={t('statePlaceholder')}
        options={withSaved(states, region.state)}
        {...register('state', { onChange: changeState })}
      />
      <SelectField
        label={t('district')}
        error={errorOf('district')}
        required
        // No autofill token stands for a district.
        autoComplete="off"
        placeholder={region.state === '' ? t('districtWaiting') : t('districtPlaceholder')}
        options={withSaved(districtsOf(region.state), region.district)}
        {...register('district')}
        disabled={region.state === ''}
        value={region.district}
      />
    </div>
  );
}

/** An address saved long ago may name a state or district that the lists no longer have; it stays to choose. */
function withSaved(options: readonly string[], saved: string): readonly string[] {
  return saved === '' || options.includes(saved) ? options : [saved, ...options];
}
