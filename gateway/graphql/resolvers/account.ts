import type { Login } from '../../auth/login.ts';
import type { PasswordReset } from '../../auth/password-reset.ts';
import type { SendEnquiry } from '../../customers/enquiry.ts';
import { findSavedAddress, type ProfileCommands } from '../../customers/profile.ts';
import type { ShopperUpdate } from '../../customers/record.ts';
import type { Register } from '../../customers/registration.ts';
import type { UserError } from '../../domain/user-errors.ts';
import type {
  MutationResolvers,
  RegisterErrorCode,
  RegisterPayloadResolvers,
} from '../../generated/resolvers.ts';
import type { NewAddress, ShopperRecord } from '../../rest/shoppers.ts';
import { getUserErrors } from './arguments.ts';
import { readAddressKey, type ShopperAddress, toShopperAddress } from './user.ts';

/** The use cases of accounts. */
export interface AccountUseCases {
  login: Login;
  passwordReset: PasswordReset;
  profile: ProfileCommands;
  register: Register;
  sendEnquiry: SendEnquiry;
}

/** The payload of `register`. The new shopper is read only if the client selects `user`. */
export interface RegistrationPayload {
  registered: boolean;
  readUser: () => Promise<ShopperRecord | null>;
  userErrors: UserError<RegisterErrorCode>[];
}

export const registerPayload: RegisterPayloadResolvers = {
  user: ({ readUser }) => readUser(),
};

type LoginRegistrationAndContactMutations = Pick<
  MutationResolvers,
  'login' | 'logout' | 'register' | 'createContact'
>;

export function createLoginRegistrationAndContactMutations({
  login,
  register,
  sendEnquiry,
}: AccountUseCases): LoginRegistrationAndContactMutations {
  return {
    async register(_, { input }, context) {
      const result = await register(context, input);
      return result.kind === 'registered'
        ? { registered: true, readUser: result.readShopper, userErrors: [] }
        : { registered: false, readUser: async () => null, userErrors: result.userErrors };
    },
    async createContact(_, { input }, context) {
      const result = await sendEnquiry(context, input);
      return { received: result.kind === 'received', userErrors: getUserErrors(result) };
    },
    async login(_, { input }, context) {
      const result = await login.logIn(context, input);
      if (result.kind === 'refused')
        return { token: null, expiresAt: null, user: null, userErrors: result.userErrors };
      const { token, expiresAt, shopper } = result;
      return { token, expiresAt: expiresAt.toISOString(), user: shopper, userErrors: [] };
    },
    async logout(_, __, context) {
      const result = await login.logOut(context);
      return {
        loggedOut: result.kind === 'signed-out' && result.hadSession,
        userErrors: getUserErrors(result),
      };
    },
  };
}

type PasswordResetMutations = Pick<
  MutationResolvers,
  'requestPasswordReset' | 'verifyPasswordReset' | 'resetPassword'
>;

export function createPasswordResetMutations({ passwordReset }: AccountUseCases): PasswordResetMutations {
  return {
    async requestPasswordReset(_, { input }, context) {
      const result = await passwordReset.request(context, input.email);
      return { message: result.kind === 'done' ? result.message : null, userErrors: getUserErrors(result) };
    },
    async verifyPasswordReset(_, { input }, context) {
      const result = await passwordReset.verify(context, input);
      if (result.kind === 'refused')
        return { resetToken: null, message: null, userErrors: result.userErrors };
      return { resetToken: result.resetToken, message: result.message, userErrors: [] };
    },
    async resetPassword(_, { input }, context) {
      const result = await passwordReset.complete(context, input);
      return { message: result.kind === 'done' ? result.message : null, userErrors: getUserErrors(result) };
    },
  };
}

type ProfileMutations = Pick<
  MutationResolvers,
  'updateProfile' | 'createAddress' | 'updateAddress' | 'removeAddress' | 'setDefaultAddress'
>;

export function createProfileMutations({ profile }: AccountUseCases): ProfileMutations {
  const createPayload = <Code extends string>(result: ShopperUpdate<Code>) => ({
    user: result.record,
    userErrors: getUserErrors(result),
  });
  return {
    updateProfile: async (_, { input }, context) => createPayload(await profile.update(context, input)),
    async createAddress(_, { input }, context) {
      const result = await profile.createAddress(context, input.address);
      const address =
        result.kind === 'changed' ? readSavedAddress(result.record, result.addressId, input.address) : null;
      return { ...createPayload(result), address };
    },
    async updateAddress(_, { input }, context) {
      const addressId = await readAddressKey(input.addressId, context);
      const result = await profile.updateAddress(context, { addressId, address: input.address });
      const address =
        result.kind === 'changed' ? readSavedAddress(result.record, addressId, input.address) : null;
      return { ...createPayload(result), address };
    },
    removeAddress: async (_, { input }, context) =>
      createPayload(await profile.removeAddress(context, await readAddressKey(input.addressId, context))),
    setDefaultAddress: async (_, { input }, context) =>
      createPayload(await profile.setDefaultAddress(context, await readAddressKey(input.addressId, context))),
  };
}

function readSavedAddress(record: ShopperRecord, id: string, input: NewAddress): ShopperAddress | null {
  const address = findSavedAddress(record, id, input);
  return address === null ? null : toShopperAddress(record, address);
}
