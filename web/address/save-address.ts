import type { UserError } from '#web/ui/form/user-errors.ts';
import type { AddressFieldsFragment } from './AddressFragment.generated.ts';
import type { AddressValues } from './address-schema.ts';
import { useCreateAddressMutation, useUpdateAddressMutation } from './SaveAddress.generated.ts';

interface SavePayload {
  /** The address as the gateway saved it; null if there are errors. */
  address: AddressFieldsFragment | null;
  userErrors: readonly UserError[];
}

/** If the session has ended, the address is saved once the same shopper logs in again. */
const context = { retryAfterLogin: true };

/** Saves an address of the signed-in shopper. Without an id, it creates a new one. */
export function useSaveAddress(addressId: string | undefined): {
  /** Resolves with the gateway's payload; undefined if the request failed. */
  save: (values: AddressValues) => Promise<SavePayload | undefined>;
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
    save: (values) => send(values).catch(() => undefined),
  };
}
