import type { AddressFieldsFragment } from '#web/address/AddressFragment.generated.ts';
import type { CheckoutOptionsQuery } from './CheckoutOptions.generated.ts';

type Shopper = NonNullable<CheckoutOptionsQuery['user']>;

/** The last used address, else the default one, else the only one. */
export function preselectAddress(shopper: Shopper): AddressFieldsFragment | undefined {
  const { addresses, lastUsedAddress, defaultAddress } = shopper;
  const preferredAddresses = [lastUsedAddress, defaultAddress].map((preferred) =>
    addresses.find(({ id }) => id === preferred?.id),
  );
  return preferredAddresses.find(Boolean) ?? (addresses.length === 1 ? addresses[0] : undefined);
}
