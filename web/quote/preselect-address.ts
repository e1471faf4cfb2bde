import type { AddressFieldsFragment } from '#web/address/AddressFragment.generated.ts';
import type { CheckoutOptionsQuery } from './CheckoutOptions.generated.ts';

type Shopper = NonNullable<CheckoutOptionsQuery['user']>;

/** The chosen address, else the last used one, else the default one, else the only one. */
export function preselectAddress(
  shopper: Shopper,
  chosenId: string | null,
): AddressFieldsFragment | undefined {
  const { addresses, lastUsedAddress, defaultAddress } = shopper;
  const preferredIds = [chosenId, lastUsedAddress?.id, defaultAddress?.id];
  const preferredAddresses = preferredIds.map((preferredId) =>
    addresses.find(({ id }) => id === preferredId),
  );
  return preferredAddresses.find(Boolean) ?? (addresses.length === 1 ? addresses[0] : undefined);
}
