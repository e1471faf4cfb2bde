import type { AddressFieldsFragment } from './AddressFragment.generated.ts';
import { type AddressField, type AddressValues, addressFields } from './address-schema.ts';
import { useCreateAddressMutation, useUpdateAddressMutation } from './SaveAddress.generated.ts';

/** How saving went. */
export interface SaveResult {
  saved?: AddressFieldsFragment;
  fieldErrors: ReadonlyArray<{ field: AddressField; message: string }>;
  /** What no field can mend, in the shop's words. */
  failure?: string;
}

/** Should the session have ended, the address is saved after the login. */
const context = { retryAfterLogin: true };

/** Saves an address of the signed-in shopper: the one of this id, or a new one when there is none. */
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
        const answer = await send(values);
        if (answer?.address != null) return { saved: answer.address, fieldErrors: [] };
        return toSaveResult(answer?.userErrors ?? []);
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
    const known = addressFields.find((name) => name === field?.at(-1) && field.length > 1);
    return known === undefined ? [] : [{ field: known, message }];
  });
  const failure = userErrors[0]?.message;
  return failure === undefined ? { fieldErrors } : { fieldErrors, failure };
}
