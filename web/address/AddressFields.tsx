import { Box, Grid, Text } from '@chakra-ui/react';
import { type ChangeEvent, useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from '#web/i18n/translation.tsx';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import type { AddressField } from './address-schema.ts';
import { getDistricts, states } from './districts.ts';
import { fillFromPincode } from './pincode-fill.ts';
import { formatRegion, type Region } from './region.ts';

/** Connects the address fields with the form that contains them. */
interface AddressFormMethods {
  register: (
    field: AddressField,
    options?: { onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void },
  ) => UseFormRegisterReturn;
  getError: (field: AddressField) => string | undefined;
  /** The current city, district and state. The parent must re-render when they change. */
  region: Region;
  setValue: (field: AddressField, value: string) => void;
}

interface AddressFieldsProps {
  form: AddressFormMethods;
  /** The `section-*` token of the `autocomplete` attributes. It keeps several addresses on one page apart. */
  section?: string;
}

/**
 * The fields of an address. The state enables and filters the districts, and changing it resets the district. A PIN
 * code fills in city, district and state unless the shopper entered them (requirements.md 2.8).
 */
export function AddressFields({ form, section = 'section-address' }: AddressFieldsProps) {
  const { t } = useTranslation('address');
  const { register, getError, region, setValue } = form;
  // The values that a PIN code filled in, and a text that names them.
  const autofilled = useRef<Partial<Region>>({});
  const [filledRegion, setFilledRegion] = useState('');
  const getAutoComplete = (token: string) => `${section} shipping ${token}`;

  const handleStateChange = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    // Browsers that fill in a whole address also report the state that its PIN code has already filled in.
    if (event.target.value === region.state) return;
    // The state is now the shopper's choice, and the district is empty. If a PIN code filled in the city, the next one
    // may still replace it.
    const { city } = autofilled.current;
    autofilled.current = city === undefined ? {} : { city };
    setFilledRegion('');
    setValue('district', '');
  };

  const handlePincodeChange = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
    const next = fillFromPincode(event.target.value, region, autofilled.current);
    const { city, district, state } = next;
    if (city === undefined && district === undefined) return;
    if (state !== undefined) setValue('state', state);
    if (district !== undefined) setValue('district', district);
    if (city !== undefined) setValue('city', city);
    autofilled.current = next;
    setFilledRegion(formatRegion(next));
  };

  return (
    <Grid alignItems="start" gap="4" columnGap="5" gridTemplateColumns={{ sm: '1fr 1fr' }}>
      <Box gridColumn={{ sm: '1 / -1' }}>
        <TextField
          label={t('address')}
          hint={t('addressHint')}
          error={getError('address')}
          required
          autoComplete={getAutoComplete('address-line1')}
          {...register('address')}
        />
      </Box>
      <TextField
        label={t('area')}
        error={getError('area')}
        required
        autoComplete={getAutoComplete('address-line2')}
        {...register('area')}
      />
      <TextField
        label={t('landmark')}
        error={getError('landmark')}
        required
        autoComplete={getAutoComplete('address-line3')}
        placeholder={t('landmarkHint')}
        {...register('landmark')}
      />
      <div>
        <TextField
          label={t('pincode')}
          error={getError('pincode')}
          required
          inputMode="numeric"
          maxLength={12}
          autoComplete={getAutoComplete('postal-code')}
          {...register('pincode', { onChange: handlePincodeChange })}
        />
        <Text
          role="status"
          color="fg.muted"
          fontSize="sm"
          css={{ '&:not(:empty)': { paddingBlockStart: '1' } }}
        >
          {filledRegion !== '' && t('filledIn', { region: filledRegion })}
        </Text>
      </div>
      <TextField
        label={t('city')}
        error={getError('city')}
        required
        autoComplete={getAutoComplete('address-level2')}
        {...register('city')}
      />
      <SelectField
        label={t('state')}
        error={getError('state')}
        required
        autoComplete={getAutoComplete('address-level1')}
        placeholder={t('statePlaceholder')}
        options={includeCurrentValue(states, region.state)}
        {...register('state', { onChange: handleStateChange })}
      />
      <SelectField
        label={t('district')}
        error={getError('district')}
        required
        // There is no autofill token for a district.
        autoComplete="off"
        placeholder={region.state === '' ? t('districtWaiting') : t('districtPlaceholder')}
        options={includeCurrentValue(getDistricts(region.state), region.district)}
        {...register('district')}
        disabled={region.state === ''}
        value={region.district}
      />
    </Grid>
  );
}

/** Adds the current value to the options: an old address may name a state or district that no longer exists. */
function includeCurrentValue(options: readonly string[], currentValue: string): readonly string[] {
  return currentValue === '' || options.includes(currentValue) ? options : [currentValue, ...options];
}
