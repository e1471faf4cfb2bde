import type { TFunction } from 'i18next';
import { z } from 'zod';
import { pincodePattern } from './pincode.ts';

/** The fields of an address, in the order they are filled in. */
export const addressFields = ['address', 'area', 'landmark', 'pincode', 'city', 'state', 'district'] as const;

export type AddressField = (typeof addressFields)[number];
export type AddressValues = Record<AddressField, string>;

/** The rules of an address (requirements.md 5, requirements.md 2.8), the same as the gateway's. */
export function addressSchema(t: TFunction<'address'>) {
  const text = (most: number) =>
    z
      .string({ error: t('required') })
      .trim()
      .min(1, t('required'))
      .max(most, t('tooLong', { count: most }));
  return z.object({
    address: text(300),
    area: text(200),
    landmark: text(200),
    pincode: z
      .string({ error: t('required') })
      // `411 030`, as it is printed on envelopes.
      .transform((pincode) => pincode.replaceAll(/\s/g, ''))
      .pipe(z.string().min(1, t('required')).regex(pincodePattern, t('pincodeInvalid'))),
    city: text(200),
    state: text(200),
    district: text(200),
  });
}
