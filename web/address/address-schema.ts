import type { Translate } from '#web/i18n/translate.ts';
import { z } from '#web/zod.ts';
import { normalizePincode, pincodePattern } from './pincode.ts';

/** The fields of an address, in the order of the form. */
export const addressFields = ['address', 'area', 'landmark', 'pincode', 'city', 'state', 'district'] as const;

export type AddressField = (typeof addressFields)[number];
export type AddressValues = Record<AddressField, string>;

/** The initial values of a form for a new address. */
export const emptyAddress: Readonly<AddressValues> = {
  address: '',
  area: '',
  landmark: '',
  pincode: '',
  city: '',
  state: '',
  district: '',
};

/** Validates an address (requirements.md 2.8) with the same length limits and PIN code format as the gateway. */
export function createAddressSchema(t: Translate<'address'>) {
  const requiredText = (missingMessage: string, maxLength = 200) =>
    z
      .string({ error: missingMessage })
      .trim()
      .min(1, missingMessage)
      .max(maxLength, t('tooLong', { count: maxLength }));
  return z.object({
    address: requiredText(t('missing.address'), 300),
    area: requiredText(t('missing.area')),
    landmark: requiredText(t('missing.landmark')),
    pincode: z
      .string({ error: t('missing.pincode') })
      .transform(normalizePincode)
      .pipe(z.string().min(1, t('missing.pincode')).regex(pincodePattern, t('pincodeInvalid'))),
    city: requiredText(t('missing.city')),
    state: requiredText(t('missing.state')),
    district: requiredText(t('missing.district')),
  });
}
