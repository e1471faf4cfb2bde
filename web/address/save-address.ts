import type { AddressFieldsFragment } from './AddressFragment.generated.ts';
import { type AddressField, type AddressValues, addressFields } from './address-schema.ts';
import { useCreateAddressMutation, useUpdateAddressMutation } from './SaveAddress.generated.ts';

/** The result of saving an address. */
export interface SaveResult {
  /** The address as the gateway saved it; undefined if saving failed. */
  address?: AddressFieldsFragment;
  fieldErrors: ReadonlyArray<{ field: AddressField; message: string }>;
  /** The gateway's first error message, for the case that no error belongs to a field. */
  failure?: string;
}

/** If the session has ended, the address is saved after the login. */
const context = { retryAfterLogin: true };

/** Saves an address of the signed-in shopper. Without an id, it creates a new one. */
export function useSaveAddress(addressId: string | undefined): {
  save: (values: AddressValues) => Promise<SaveResult>;
  saving: boolean;
} {
  const [create, { loading: creating }] = useCreateAddressMutation({ context });
  const [update, { loading: updating }] = useUpdateAddressMutation({ context });

  const send = async (address: AddressValues) =>
    addressId === undefined
      ? (await create({ variables: { input: { address } } })).data?.createAddress
      : (await update({ variables: { input: { addressId, address } } })).data?.updateAddress;

  return {
    saving: creating || updating,
    async save(values) {
      try {
        const payload = await send(values);
        if (payload?.address != null) return { address: payload.address, fieldErrors: [] };
        return toSaveResult(payload?.userErrors ?? []);
      } catch {
        return { fieldErrors: [] };
      }
    },
  };
}

function toSaveResult(
  userErrors: ReadonlyArray<{ message: string; field: readonly string[] | null }>,
): SaveResult {
  const fieldErrors = userErrors.flatMap(({ field, message }) => {
    const formField = addressFields.find((name) => name === field?.at(-1) && field.length > 1);
    return formField === undefined ? [] : [{ field: formField, message }];
  });
  const failure = userErrors[0]?.message;
  return failure === undefined ? { fieldErrors } : { fieldErrors, failure };
}
