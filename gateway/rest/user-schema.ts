import { hash } from 'node:crypto';
import { z } from 'zod';
import type { RestId } from '../domain/product.ts';
import { idList, optionalText, restId, text, textOrEmpty } from './fields.ts';

/** A saved address. Fields the gateway does not know are kept for writing back. */
export type AddressRecord = z.output<typeof addressShape>;

/** A shopper's record. Fields the gateway does not know are kept for writing back. */
export type ShopperRecord = z.output<typeof shopperSchema>;

const addressShape = z.looseObject({
  id: restId,
  address: textOrEmpty,
  area: textOrEmpty,
  city: textOrEmpty,
  district: textOrEmpty,
  state: textOrEmpty,
  pincode: textOrEmpty,
  landmark: textOrEmpty,
});

/** Saved addresses: a place that is empty is none, and one without an id gets one. */
const addressList = z
  .array(z.preprocess(withId, addressShape).or(z.null()))
  .nullish()
  .transform((addresses) => (addresses ?? []).filter((address) => address !== null));

/** A user of requirements.md 3. */
export const shopperSchema = z.looseObject({
  id: restId,
  username: textOrEmpty,
  email: textOrEmpty,
  contact: text,
  addresses: addressList,
  /** The cart: an id's repeats are its quantity. */
  productIds: idList,
  wishlistProductIds: idList,
});

/** Whose a contact number is: hosts need not give the whole record here (requirements.md 7). */
export const contactOwnerSchema = z
  .looseObject({ id: restId, email: textOrEmpty, contact: optionalText, productIds: z.unknown().optional() })
  .transform((owner) => ({
    id: owner.id,
    email: owner.email,
    contact: owner.contact,
    /** The whole record; null when this is not all of it. */
    record: owner.productIds === undefined ? null : (shopperSchema.safeParse(owner).data ?? null),
  }));

/** A record and the mark of its version; null when the host gives none. */
export interface VersionedShopper {
  record: ShopperRecord;
  etag: string | null;
}

/**
 * An address as it came, with an id where it had none, as those may that came with a registration: a
 * number, like all that are made here, the same as long as the address is.
 */
function withId(address: unknown): unknown {
  if (typeof address !== 'object' || address === null) return address;
  if ('id' in address && address.id !== null && address.id !== undefined) return address;
  const id = Number.parseInt(hash('sha256', JSON.stringify(address)).slice(0, 12), 16);
  return { ...address, id };
}

/** How many of each product a list of ids holds, by id, in the order they first occur. */
export function countQuantities(ids: readonly RestId[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(String(id), (counts.get(String(id)) ?? 0) + 1);
  return counts;
}
