import type { RestClient } from '../rest/client.ts';
import { nullIfRejected } from '../rest/errors.ts';
import type { ShopperRecord } from '../rest/user-schema.ts';
import type { CustomerRecords } from './record.ts';

/**
 * Returns the shopper with this contact number and password; null if they do not match. The caller limits
 * the attempts, see `AccountLimits`.
 */
export async function authenticate(
  { rest, customers }: { rest: RestClient; customers: CustomerRecords },
  contact: string,
  password: string,
): Promise<ShopperRecord | null> {
  if (!(await rest.loginByContact(contact, password))) return null;
  const owner = await rest.findContactOwner(contact).catch(nullIfRejected);
  // The number may get another owner between the two calls; the password was checked for this one only.
  if (owner?.contact !== contact) return null;
  return owner.record ?? (await customers.read(String(owner.id)).catch(nullIfRejected));
}
