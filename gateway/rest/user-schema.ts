import { hash } from 'node:crypto';
import { z } from 'zod';
import type { RestId } from '../domain/product.ts';
import { idList, optionalText, restId, text, textOrEmpty } from './fields.ts';

/** A saved address. Unknown fields are preserved for writing it back. */
export type AddressRecord = z.output<typeof addressSchema>;

/** A shopper's record. Unknown fields are preserved for writing it back. */
export type ShopperRecord = z.output<typeof shopperSchema>;

const addressSchema = z.looseObject({
  id: restId,
  address: textOrEmpty,
  area: textOrEmpty,
  city: textOrEmpty,
  district: textOrEmpty,
  state: textOrEmpty,
  pincode: textOrEmpty,
  landmark: textOrEmpty,
});

/** Saved addresses. Null entries are dropped; an address without an id gets one. */
const addressList = z
  .array(z.preprocess(withId, addressSchema).or(z.null()))
  .nullish()
  .transform((addresses) => (addresses ?? []).filter((address) => address !== null));

/** A user of requirements.md 3. */
export const shopperSchema = z.looseObject({
  id: restId,
  username: textOrEmpty,
  email: textOrEmpty,
  contact: text,
  addresses: addressList,
  /** The cart: an id is repeated as often as its quantity. */
  productIds: idList,
  wishlistProductIds: idList,
});

/** The owner of a contact number. Hosts may send only part of the record (requirements.md 7). */
export const contactOwnerSchema = z
  .looseObject({ id: restId, email: textOrEmpty, contact: optionalText, productIds: z.unknown().optional() })
  .transform((owner) => ({
    id: owner.id,
    email: owner.email,
    contact: owner.contact,
    /** The whole record; null when the host sent only part of it. */
    record: owner.productIds === undefined ? null : (shopperSchema.safeParse(owner).data ?? null),
  }));

export interface VersionedShopper {
  record: ShopperRecord;
  /** Entity tag of the record; null when the host sends none. */
  etag: string | null;
}

/**
 * Adds an id to an address without one, as addresses sent with a registration may be. The id is a number
 * derived from the address, so it stays the same until the address changes.
 */
function withId(address: unknown): unknown {
  if (typeof address !== 'object' || address === null) return address;
  if ('id' in address && address.id !== null && address.id !== undefined) return address;
  const id = Number.parseInt(hash('sha256', JSON.stringify(address)).slice(0, 12), 16);
  return { ...address, id };
}

/** Counts how often each id occurs in a list, which is its quantity. Keeps the order of first occurrence. */
export function countQuantities(ids: readonly RestId[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(String(id), (counts.get(String(id)) ?? 0) + 1);
  return counts;
}
