import type { RestClient } from '../rest/client.ts';
import { UpstreamRejectedError } from '../rest/errors.ts';
import type { ShopperRecord } from '../rest/user-schema.ts';

/** Whether another account has a contact number: a plain host may let two accounts have one. */
export async function isContactTaken(
  rest: RestClient,
  contact: string,
  shopper: ShopperRecord,
  signal: AbortSignal,
): Promise<boolean> {
  if (contact === shopper.contact) return false;
  try {
    const owner = await rest.findContactOwner(contact, signal);
    return owner.contact === contact && String(owner.id) !== String(shopper.id);
  } catch (error) {
    if (error instanceof UpstreamRejectedError) return false;
    throw error;
  }
}

/**
 * Whether orders were placed with an e-mail address that is not the shopper's so far. The host finds
 * orders by e-mail address (requirements.md 7), so whoever took another's would read that one's orders at a
 * host that lets two accounts have one address.
 */
export async function emailHasForeignOrders(
  rest: RestClient,
  email: string,
  shopper: ShopperRecord,
  signal: AbortSignal,
): Promise<boolean> {
  if (email.toLowerCase() === shopper.email.toLowerCase()) return false;
  return (await rest.listOrders(email, signal, { first: 0, last: 0 })).orders.length > 0;
}
