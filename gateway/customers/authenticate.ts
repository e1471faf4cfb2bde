import type { RestClient } from '../rest/client.ts';
import { nullIfRejected } from '../rest/errors.ts';
import type { ShopperRecord } from '../rest/user-schema.ts';
import type { CustomerRecords } from './record.ts';

/**
 * The shopper to whom contact number and password belong; null when they do not belong together.
 * Attempts are limited by the caller, see `AccountLimits`.
 */
export async function authenticate(
  { rest, accounts }: { rest: RestClient; accounts: CustomerRecords },
  contact: string,
  password: string,
): Promise<ShopperRecord | null> {
  if (!(await rest.loginByContact(contact, password))) return null;
  const owner = await rest.findContactOwner(contact).catch(nullIfRejected);
  // The two calls are apart at the host; the shopper must be the one who gave the password.
  if (owner?.contact !== contact) return null;
  return owner.record ?? (await accounts.read(String(owner.id)).catch(nullIfRejected));
}
