import { rateLimitMessage } from '../../auth/attempt-limits.ts';
import { authenticate } from '../../customers/authenticate.ts';
import { emailHasForeignOrders, isContactTaken } from '../../customers/uniqueness.ts';
import { checkAddress, checkText, normalizeAddress, normalizeText } from '../../customers/validation.ts';
import type { MutationResolvers, UpdateProfileInput } from '../../generated/resolvers.ts';
import { type UpstreamRejectedError, UpstreamUnavailableError } from '../../rest/errors.ts';
import type { AddressRecord, ShopperRecord } from '../../rest/user-schema.ts';
import type { GatewayContext } from '../context.ts';
import { takenError } from './registration.ts';
import { done, type ShopperChange, updateShopper } from './shopper-mutation.ts';
import { type UserErrorFields, userError } from './user-errors.ts';

const failed = 'Failed to update profile.';
const addressNotFound = userError('ADDRESS_NOT_FOUND', 'Please select a valid address.', ['addressId']);
const contactTaken = userError('CONTACT_TAKEN', 'Contact number already exists!', ['contact']);
const passwordRequired = userError('REQUIRED', 'Please enter your current password.', ['currentPassword']);
const wrongPassword = userError('WRONG_PASSWORD', 'The current password is wrong.', ['currentPassword']);
const emailTaken = userError('EMAIL_TAKEN', 'This email ID is already present.', ['email']);

/** Changes of name, contact and addresses; their texts are those of requirements.md 8, "Profile". */
export const profileMutations: Pick<
  MutationResolvers,
  'updateProfile' | 'createAddress' | 'updateAddress' | 'removeAddress'
> = {
  async updateProfile(_, { input }, context) {
    const fields = givenFields(input);
    const texts = {
      failed: (error: UpstreamRejectedError | UpstreamUnavailableError) =>
        takenError(error) ?? userError('FAILED', failed),
    };
    const { record, userErrors } = await updateShopper(context, texts, async (userId) => {
      const faults = Object.entries(fields).flatMap(([name, value]) => checkText(name, value));
      if (faults.length > 0) return unchanged(context, faults);
      const before = await context.shopper();
      if (before !== null && changesIdentity(fields, before)) {
        const refusal = await identityRefusal(fields, before, input.currentPassword ?? '', context);
        if (refusal !== null) return unchanged(context, [refusal]);
        return done(await changeIdentity(fields, before, context));
      }
      return done(await context.services.customers.update(userId, (record) => ({ ...record, ...fields })));
    });
    return { user: record, userErrors };
  },

  async createAddress(_, { input }, context) {
    let created: string | null = null;
    const { record, userErrors } = await updateShopper(context, { failed }, async (userId) => {
      const faults = checkAddress(input.address, ['address']);
      if (faults.length > 0) return unchanged(context, faults);
      const changed = await context.services.customers.update(userId, (before) => {
        const id = newAddressId(before.addresses);
        created = String(id);
        return { ...before, addresses: [...before.addresses, { ...normalizeAddress(input.address), id }] };
      });
      return done(changed);
    });
    return { user: record, address: userErrors.length === 0 ? addressIn(record, created) : null, userErrors };
  },

  async updateAddress(_, { input: { addressId, address } }, context) {
    const { record, userErrors } = await updateShopper(context, { failed }, async (userId) => {
      const faults = checkAddress(address, ['address']);
      if (faults.length > 0) return unchanged(context, faults);
      const replaced = normalizeAddress(address);
      return changeAddresses(context, userId, addressId, (addresses) =>
        addresses.map((saved) => (String(saved.id) === addressId ? { ...saved, ...replaced } : saved)),
      );
    });
    return {
      user: record,
      address: userErrors.length === 0 ? addressIn(record, addressId) : null,
      userErrors,
    };
  },

  async removeAddress(_, { input: { addressId } }, context) {
    const { record, userErrors } = await updateShopper(context, { failed }, (userId) =>
      changeAddresses(context, userId, addressId, (addresses) =>
        addresses.filter((saved) => String(saved.id) !== addressId),
      ),
    );
    return { user: record, userErrors };
  },
};

async function changeAddresses(
  { services }: GatewayContext,
  userId: string,
  addressId: string,
  change: (addresses: AddressRecord[]) => AddressRecord[],
): Promise<ShopperChange> {
  let isThere = false;
  const record = await services.customers.update(userId, (before) => {
    isThere = addressIn(before, addressId) !== null;
    return isThere ? { ...before, addresses: change(before.addresses) } : null;
  });
  return { record, userErrors: isThere ? [] : [addressNotFound] };
}

async function unchanged(context: GatewayContext, userErrors: UserErrorFields[]): Promise<ShopperChange> {
  return { record: await context.shopper(), userErrors };
}

function addressIn(record: ShopperRecord | null, id: string | null): AddressRecord | null {
  return record?.addresses.find((saved) => String(saved.id) === id) ?? null;
}

/** A time-based id (requirements.md 3), later than any other of the shopper's. */
function newAddressId(addresses: readonly AddressRecord[]): number {
  const known = addresses.map(({ id }) => Number(id)).filter(Number.isSafeInteger);
  return Math.max(Date.now(), ...known.map((id) => id + 1));
}

function givenFields({ username, email, contact }: UpdateProfileInput): Record<string, string> {
  const given = Object.entries({ username, email, contact });
  return Object.fromEntries(
    given.flatMap(([name, value]) => (value == null ? [] : [[name, normalizeText(value)]])),
  );
}

/** Whether a change concerns what the shopper signs in with or resets the password by. */
function changesIdentity({ email, contact }: Record<string, string>, before: ShopperRecord): boolean {
  return (
    (email !== undefined && email !== before.email) || (contact !== undefined && contact !== before.contact)
  );
}

/**
 * What stands in the way of a new e-mail address or contact number. Whoever has no more than a session,
 * as on a shared computer, must not take the account, so the password comes first.
 */
async function identityRefusal(
  fields: Record<string, string>,
  before: ShopperRecord,
  password: string,
  context: GatewayContext,
): Promise<UserErrorFields | null> {
  if (password === '') return passwordRequired;
  const wait = await waitForIdentity(before, context);
  if (wait !== null) return userError('RATE_LIMITED', rateLimitMessage(wait));
  const owner = await authenticate(context.services, before.contact, password);
  if (String(owner?.id) !== String(before.id)) return wrongPassword;
  await context.services.accountLimits.recordLogin(before.contact, before.email, context.clientSubnet);
  return takenIdentity(fields, before, context);
}

/** Counts a change. Gives the seconds to wait when there were too many, else null. */
async function waitForIdentity(
  { id, contact }: ShopperRecord,
  { services, clientSubnet }: GatewayContext,
): Promise<number | null> {
  const wait = await services.attemptLimits.take(['new identity by shopper', String(id)]);
  return wait ?? services.accountLimits.take('login', contact, clientSubnet);
}

/** What of a new identity is another's; asked before the write, since not every host refuses it. */
async function takenIdentity(
  { contact, email }: Record<string, string>,
  before: ShopperRecord,
  { services: { rest }, signal }: GatewayContext,
): Promise<UserErrorFields | null> {
  if (contact !== undefined && (await isContactTaken(rest, contact, before, signal))) return contactTaken;
  const isOthers = email !== undefined && (await emailHasForeignOrders(rest, email, before, signal));
  return isOthers ? emailTaken : null;
}

/** Changes the identity, ends all other sessions, and has this one known by the new e-mail address. */
async function changeIdentity(
  fields: Record<string, string>,
  before: ShopperRecord,
  context: GatewayContext,
): Promise<ShopperRecord> {
  const endOthers = async () => {
    const session = await context.session();
    if (session !== null) await context.services.sessions.endOthers(session, fields.email ?? before.email);
  };
  try {
    const change = (record: ShopperRecord) => ({ ...record, ...fields });
    const after = await context.services.customers.update(String(before.id), change);
    await endOthers();
    return after;
  } catch (error) {
    // Where the host's answer was lost, the change may have been made.
    if (error instanceof UpstreamUnavailableError) await endOthers();
    throw error;
  }
}
