import type { Viewer } from '../auth/viewer.ts';
import { failureMessages, type Refusal, refuse, userErrors } from '../domain/user-errors.ts';
import type { NewAddress } from '../rest/shopper-calls.ts';
import type { AddressRecord, ShopperRecord } from '../rest/user-schema.ts';
import { type Changed, type CustomerRecords, changed, refuseUnread, type ShopperUpdate } from './record.ts';
import { checkAddress, normalizeAddress } from './validation.ts';

/** The id of the address that was created or changed. */
interface AddressChanged extends Changed {
  addressId: string;
}

export type Addresses = ReturnType<typeof createAddresses>;

/** The commands of a shopper's saved addresses. They throw {StoreUnavailableError}. */
export function createAddresses(customers: CustomerRecords) {
  const errors = { failed: () => userErrors.failed(failureMessages.updateProfile) };

  return {
    create(viewer: Viewer, address: NewAddress): Promise<ShopperUpdate<AddressChanged>> {
      return customers.execute(viewer, errors, async (userId) => {
        const invalid = checkAddress(address, ['address']);
        if (invalid.length > 0) return refuseUnread(viewer, ...invalid);
        return customers.update(userId, (record) => {
          const id = newAddressId(record.addresses);
          const addresses = [...record.addresses, { ...normalizeAddress(address), id }];
          return { ...changed({ ...record, addresses }), addressId: String(id) };
        });
      });
    },

    update(
      viewer: Viewer,
      { addressId, address }: { addressId: string; address: NewAddress },
    ): Promise<ShopperUpdate> {
      return customers.execute(viewer, errors, async (userId) => {
        const invalid = checkAddress(address, ['address']);
        if (invalid.length > 0) return refuseUnread(viewer, ...invalid);
        const fields = normalizeAddress(address);
        return customers.update(userId, (record) =>
          changeAddress(record, addressId, (saved) => [{ ...saved, ...fields }]),
        );
      });
    },

    remove(viewer: Viewer, addressId: string): Promise<ShopperUpdate> {
      return customers.execute(viewer, errors, (userId) =>
        customers.update(userId, (record) => changeAddress(record, addressId, () => [])),
      );
    },
  };
}

export function findAddress({ addresses }: ShopperRecord, id: string): AddressRecord | null {
  return addresses.find((saved) => String(saved.id) === id) ?? null;
}

/** Replaces an address with those that `change` returns. */
function changeAddress(
  record: ShopperRecord,
  id: string,
  change: (address: AddressRecord) => AddressRecord[],
): Changed | Refusal {
  if (findAddress(record, id) === null) return refuse(userErrors.addressNotFound);
  const addresses = record.addresses.flatMap((saved) => (String(saved.id) === id ? change(saved) : [saved]));
  return changed({ ...record, addresses });
}

/** A time-based id (requirements.md 3), greater than the ids of the shopper's other addresses. */
function newAddressId(addresses: readonly AddressRecord[]): number {
  const numericIds = addresses.map(({ id }) => Number(id)).filter(Number.isSafeInteger);
  return Math.max(Date.now(), ...numericIds.map((id) => id + 1));
}
