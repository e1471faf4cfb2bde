import type { TFunction } from 'i18next';
import { z } from 'zod';
import { pincodePattern } from './pincode.ts';

/** The fields of an address, in the order of the form. */
export const addressFields = ['address', 'area', 'landmark', 'pincode', 'city', 'state', 'district'] as const;

export type AddressField = (typeof addressFields)[number];
export type AddressValues = Record<AddressField, string>;

/** Validates an address (requirements.md 2.8 and 5) by the same rules as the gateway. */
export function createAddressSchema(t: TFunction<'address'>) {
  const text = (maxLength: number) =>
    z
      .string({ error: t('required') })
      .trim()
      .min(1, t('required'))
      .max(maxLength, t('tooLong', { count: maxLength }));
  return z.object({
    address: text(300),
    area: text(200),
    landmark: text(200),
    pincode: z
      .string({ error: t('required') })
      // Envelopes print it as `411 030`.
      .transform((pincode) => pincode.replaceAll(/\s/g, ''))
      .pipe(z.string().min(1, t('required')).regex(pincodePattern, t('pincodeInvalid'))),
    city: text(200),
    state: text(200),
    district: text(200),
  });
}
