import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { z } from 'zod';
import { createRecord } from '../domain/create-record.ts';
import { tryParseJson } from '../domain/json.ts';
import type { RestId } from '../domain/product.ts';
import { createLanguageHeader, createShopperCall, decodeBody } from './call.ts';
import { assertOk, createInvalidResponseError, decodeObject, parseMessage } from './decode-response.ts';
import { UpstreamRejectedError, UpstreamUnavailableError } from './errors.ts';
import { idList, optionalText, restId, text, textOrEmpty } from './fields.ts';
import type { ResponseHeaders } from './http-pool.ts';
import type { RestTransport } from './transport.ts';

export const addressFields = ['address', 'area', 'city', 'district', 'state', 'pincode', 'landmark'] as const;

/** An address that a shopper enters. */
export type NewAddress = Record<(typeof addressFields)[number], string>;

/** A saved address. Unknown fields are preserved for writing it back. */
export type AddressRecord = z.output<typeof addressSchema>;

/** A shopper's record. Unknown fields are preserved for writing it back. */
export type ShopperRecord = z.output<typeof shopperSchema>;

const addressSchema = z.looseObject({
  id: restId,
  ...createRecord(addressFields, () => textOrEmpty),
});

/** Saved addresses. Null entries are dropped; an address without an id gets one. */
const addressList = z
  .array(z.preprocess(addMissingId, addressSchema).or(z.null()))
  .nullish()
  .transform((addresses) => (addresses ?? []).filter((address) => address !== null));

/** A user, with the fields listed in requirements.md 3. */
export const shopperSchema = z.looseObject({
  id: restId,
  username: textOrEmpty,
  email: textOrEmpty,
  contact: text,
  addresses: addressList,
  /** The id of the default address. Optional: hosts may drop it. */
  defaultAddressId: restId.nullish().catch(null),
  /** The cart: the quantity of a product is the number of times that its id occurs. */
  productIds: idList,
  wishlistProductIds: idList,
});

const shopperOrNullSchema = shopperSchema.nullable();

/** The owner of a contact number. Hosts may send only part of the record (requirements.md 7). */
export const contactOwnerSchema = z
  .looseObject({ id: restId, email: textOrEmpty, contact: optionalText, productIds: z.unknown().optional() })
  .transform((owner) => ({
    id: owner.id,
    email: owner.email,
    contact: owner.contact,
    /** The whole record; null when the host sent only part of it, or an invalid record. */
    record: owner.productIds === undefined ? null : (shopperSchema.safeParse(owner).data ?? null),
  }));

export interface VersionedShopper {
  record: ShopperRecord;
  /** Strong entity tag of the record; null when the host sends none. */
  etag: string | null;
}

/** The body of `POST /addUser`. */
export interface NewShopper {
  username: string;
  email: string;
  password: string;
  cpassword: string;
  contact: string;
  addresses: NewAddress[];
}

/** The body of `POST /createContact`. The fields of the book are empty if the enquiry is not about one. */
export interface Enquiry {
  name: string;
  phoneNumber: string;
  remark: string;
  productName: string;
  publisher: string;
  author: string;
  language: string;
}

/** The owner of a contact number, with that number even if the host omits it. */
export type ContactOwner = z.output<typeof contactOwnerSchema> & { contact: string };

/**
 * The `ETag` of a response; null if it is missing or weak. A weak one, as Express adds by default, never matches
 * `If-Match` (RFC 9110, 13.1.1).
 */
function readStrongEtag({ etag }: ResponseHeaders): string | null {
  return etag === undefined || etag.startsWith('W/') ? null : etag;
}

/**
 * The statuses with which hosts reject a login. Others, such as 405 of a proxy with a wrong configuration, say nothing
 * about the password, so they must not count as failed attempts.
 */
export const wrongCredentialsStatuses = new Set([400, 401, 403, 404, 422]);

/** The calls of requirements.md 7 for a shopper. They throw {UpstreamRejectedError} or {UpstreamUnavailableError}. */
export function createShopperClient(transport: RestTransport) {
  /** Sends a call and returns the host's message, if any. The rest of the response is ignored. */
  async function sendCommand(...args: Parameters<typeof createShopperCall>): Promise<string | null> {
    const call = createShopperCall(...args);
    const response = await transport.send(call);
    assertOk(call, response);
    return parseMessage(decodeBody(response));
  }

  return {
    /** Whether this is the password of the shopper with this contact number. */
    async loginByContact(contact: string, password: string): Promise<boolean> {
      const body = { contact, password };
      const options = { body, changesData: false, isRepeatable: true, verifiesPassword: true };
      const call = createShopperCall('POST', '/loginByContact', options);
      const response = await transport.send(call);
      const { status } = response;
      if (wrongCredentialsStatuses.has(status)) return false;
      if (status !== 200) throw new UpstreamUnavailableError(call, 'status', `status ${status}`);
      assertOk(call, response);
      return true;
    },

    /**
     * The shopper with a contact number. Hosts may omit the number in the response. If there is no shopper, throws an
     * {UpstreamRejectedError} with status 404, even if the host responds with `null` or an empty body.
     */
    async findContactOwner(contact: string, signal?: AbortSignal): Promise<ContactOwner> {
      const call = createShopperCall('GET', '/getUserBycontact', { query: { contact }, signal });
      const response = await transport.send(call);
      const isEmpty = response.status === 200 && response.body.length === 0;
      const owner = isEmpty ? null : decodeObject(call, response, contactOwnerSchema.nullable());
      if (owner === null) throw new UpstreamRejectedError(call, 404, null);
      return { ...owner, contact: owner.contact ?? contact };
    },

    /** The current record of a shopper; null when the host has none. */
    async getShopper(id: string, signal?: AbortSignal): Promise<VersionedShopper | null> {
      const call = createShopperCall('GET', `/getUserById/${encodeURIComponent(id)}`, { signal });
      try {
        const response = await transport.send(call);
        const record = decodeObject(call, response, shopperOrNullSchema);
        // The record is written back as a whole, and replacement characters would overwrite the host's texts.
        if (!isUtf8(response.body)) throw createInvalidResponseError(call, 'the response is not in UTF-8');
        if (record !== null && String(record.id) !== id) {
          throw createInvalidResponseError(call, 'the response is the record of another user');
        }
        return record === null ? null : { record, etag: readStrongEtag(response.headers) };
      } catch (error) {
        if (error instanceof UpstreamRejectedError && error.status === 404) return null;
        throw error;
      }
    },

    /**
     * Replaces a whole record. With an `etag`, hosts that support `If-Match` reject the write with status
     * 412 if the record has changed meanwhile. `acceptLanguage` tells the host the language of its e-mail to the shopper.
     *
     * @returns the record as the host has stored it, or as it was sent when the response does not contain it.
     */
    async updateShopper(
      record: ShopperRecord,
      etag: string | null,
      acceptLanguage: string | null,
    ): Promise<ShopperRecord> {
      const call = createShopperCall('PUT', `/updateUser/${encodeURIComponent(String(record.id))}`, {
        body: record,
        headers: { ...(etag !== null && { 'if-match': etag }), ...createLanguageHeader(acceptLanguage) },
      });
      const response = await transport.send(call);
      assertOk(call, response);
      const stored = shopperSchema.safeParse(tryParseJson(decodeBody(response)));
      return stored.success && String(stored.data.id) === String(record.id) ? stored.data : record;
    },

    addShopper: (shopper: NewShopper) => sendCommand('POST', '/addUser', { body: shopper }),
    createContact: (enquiry: Enquiry) => sendCommand('POST', '/createContact', { body: enquiry }),

    /** `acceptLanguage` tells the host the language of its e-mail to the shopper. */
    sendOtp: (email: string, acceptLanguage: string | null) =>
      sendCommand('POST', '/sendotp', { query: { email }, headers: createLanguageHeader(acceptLanguage) }),
    verifyOtp: (email: string, otp: string) =>
      sendCommand('POST', '/verifyOTP', { query: { email, otp }, changesData: false }),
    resetPassword: (email: string, password: string) =>
      sendCommand('PUT', '/resetUserPassword', { body: { email, password } }),

    addToWishlist: (userId: string, productId: string) =>
      sendCommand('POST', '/addToWishlist', { query: { userId, productId } }),
    moveToCart: (userId: string, productId: string) =>
      sendCommand('PUT', '/moveToCart', { query: { userId, productId } }),
    removeFromWishlist: (userId: string, productId: string) =>
      sendCommand('DELETE', '/removeFromWishlist', { query: { userId, productId } }),
    removeFromCart: (userId: string, productId: string) =>
      sendCommand('DELETE', '/removeProductFromUser', { query: { userId, productId } }),
  };
}

/**
 * Adds an id to an address without one. Hosts may store the addresses of a registration without ids. The id is a
 * number derived from the address, so it stays the same until the address changes.
 */
function addMissingId(address: unknown): unknown {
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
