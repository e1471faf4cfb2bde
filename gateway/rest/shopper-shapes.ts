import { z } from 'zod';
import { idList, type RestId, restId, text, textOrEmpty } from './field-shapes.ts';

/** A saved address. Fields the gateway does not know are kept for writing back. */
export type AddressRecord = z.output<typeof addressShape>;

/** A shopper's record. Fields the gateway does not know are kept for writing back. */
export type ShopperRecord = z.output<typeof shopperShape>;

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

/** A user of spec.md 3. */
export const shopperShape = z.looseObject({
  id: restId,
  username: textOrEmpty,
  email: textOrEmpty,
  contact: text,
  addresses: z
    .array(addressShape)
    .nullish()
    .transform((addresses) => addresses ?? []),
  /** The cart: an id's repeats are its quantity. */
  productIds: idList,
  wishlistProductIds: idList,
});

/** A record and the mark of its version; null when the host gives none. */
export interface VersionedShopper {
  record: ShopperRecord;
  etag: string | null;
}

/** How many of each product a list of ids holds, by id, in the order they first occur. */
export function quantities(ids: readonly RestId[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(String(id), (counts.get(String(id)) ?? 0) + 1);
  return counts;
}
