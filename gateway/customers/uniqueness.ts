import type { RestClient } from '../rest/client.ts';
import { UpstreamRejectedError } from '../rest/errors.ts';
import type { ShopperRecord } from '../rest/user-schema.ts';

/** Whether another account has a contact number. A plain host may allow two accounts with the same one. */
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
 * Whether somebody else placed orders with an e-mail address that the shopper wants to use. The host finds
 * orders by e-mail address (requirements.md 7). On a host that allows two accounts with the same address,
 * taking another shopper's address would reveal that shopper's orders.
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
