import { contactOwnerSchema, shopperSchema, wrongCredentialsStatuses } from '#gateway/rest/shoppers.ts';
import { isTokenRejection } from '#gateway/rest/transport.ts';
import {
  type Area,
  type Expectation,
  ifNoneMatch,
  type RunState,
  requestWith,
  saveEntityTag,
} from '../check.ts';
import { bodyMatching, includesMessage, record, rejection, status, success, utf8 } from '../expectations.ts';
import type { HostResponse, Request } from '../host.ts';

/** A field whose name contains `password`, at any depth, with a value. */
const passwordField = /"[^"]*password[^"]*":(?!\s*(?:null|""))/i;

const noPassword = {
  description: 'no password',
  findMismatch: ({ text }: HostResponse) =>
    passwordField.test(text) ? 'a field with a password' : undefined,
};

const isTestUser = bodyMatching(shopperSchema, 'the registered user', (found, { testUser }) => {
  const isSame = found.email === testUser.email && String(found.contact) === testUser.contact;
  return isSame ? undefined : `e-mail ${found.email}, contact ${found.contact}`;
});

const isAddressAsSent = bodyMatching(
  shopperSchema,
  'the address and PIN code as sent',
  (found, { testUser }) => {
    const [sent] = testUser.addresses;
    const stored = found.addresses.at(0);
    const isStored =
      stored !== undefined && stored.address === sent?.address && String(stored.pincode) === sent?.pincode;
    return isStored ? undefined : `addresses ${JSON.stringify(found.addresses)}`;
  },
);

/** What is affected if a login with wrong credentials is rejected with a status that the gateway does not expect. */
export const wrongCredentialsImpact = 'the message that the contact or the password is wrong';

/** If it sends a token, the gateway takes status 401 with this header for a rejection of the token. */
const noTokenRejection: Expectation = {
  description: 'no WWW-Authenticate: Bearer',
  findMismatch: ({ status, headers }, { sendsToken }) =>
    sendsToken && isTokenRejection(status, headers.get('www-authenticate'))
      ? 'WWW-Authenticate: Bearer, as for a rejected token'
      : undefined,
};

export const wrongCredentials: readonly Expectation[] = [
  { ...rejection, impact: 'security: anyone could sign in' },
  status(...wrongCredentialsStatuses),
  noTokenRejection,
];

/** Names the test user until its id is known. */
const nameTestUser = ({ testUser }: RunState) => `user ${testUser.email}`;

export const registration: Area = {
  name: 'Registration and login',
  checks: [
    {
      call: 'POST /addUser',
      impact: 'registration',
      request: ({ testUser }) => ({ method: 'POST', path: '/addUser', body: testUser }),
      expects: [success, noPassword],
      creates: nameTestUser,
    },
    {
      call: 'GET /getUserBycontact?contact=',
      impact: 'login: the gateway uses this call to identify the shopper',
      request: ({ testUser: { contact } }) => ({
        method: 'GET',
        path: '/getUserBycontact',
        query: { contact },
      }),
      expects: [success, record(contactOwnerSchema, 'the id of the user'), noPassword],
      save: ({ json }, state) => {
        state.userId = contactOwnerSchema.safeParse(json).data?.id;
      },
    },
    {
      call: 'GET /getUserById/{id}',
      impact: 'profile, cart and wish list',
      request: ({ userId }) =>
        requestWith(userId, 'the user was not found by contact number', (id) => ({
          method: 'GET',
          path: `/getUserById/${encodeURIComponent(id)}`,
        })),
      expects: [success, utf8, record(shopperSchema, 'a user'), isTestUser, isAddressAsSent, noPassword],
      save: (response, state) => {
        saveUser(response, state);
        if (state.user !== undefined) {
          state.leftoverRecords.delete(nameTestUser(state));
          state.leftoverRecords.set(`user ${state.user.id} (${state.testUser.email})`, true);
        }
        saveEntityTag('/getUserById')(response, state);
      },
    },
    {
      call: 'GET /getUserById/{id} with If-None-Match',
      impact: 'network traffic only',
      optional: true,
      request: (state) =>
        requestWith(state.entityTags.get('/getUserById'), 'no ETag', (tag) => {
          const path = `/getUserById/${encodeURIComponent(state.user?.id ?? '')}`;
          return { method: 'GET', path, headers: ifNoneMatch(tag) };
        }),
      expects: [status(304)],
    },
    {
      call: 'POST /loginByContact',
      impact: 'login',
      request: (state) =>
        requestWithUser(state, ({ testUser: { contact, password } }) =>
          createLoginRequest(contact, password),
        ),
      expects: [status(200)],
    },
    {
      call: 'POST /loginByContact with a wrong password',
      impact: wrongCredentialsImpact,
      request: (state) =>
        requestWithUser(state, ({ testUser: { contact, password } }) =>
          createLoginRequest(contact, `not ${password}`),
        ),
      expects: wrongCredentials,
    },
    {
      call: 'POST /addUser with a registered contact',
      impact: 'the message that the contact is already registered',
      request: (state) =>
        requestWithUser(state, ({ testUser }) => ({
          method: 'POST',
          path: '/addUser',
          body: { ...testUser, email: `second-${testUser.email}` },
        })),
      expects: [
        { ...rejection, impact: 'security: users with the same contact could sign in as each other' },
        includesMessage('Contact number already exists!'),
      ],
      creates: ({ testUser }) => `user second-${testUser.email}`,
    },
    {
      call: 'POST /addUser with a registered e-mail',
      impact: 'the message that the e-mail is already registered',
      request: (state) =>
        requestWithUser(state, ({ testUser, unusedContact }) => ({
          method: 'POST',
          path: '/addUser',
          body: { ...testUser, contact: unusedContact },
        })),
      expects: [
        { ...rejection, impact: "security: users with the same e-mail could see each other's orders" },
        includesMessage('Duplicate entry'),
      ],
      creates: ({ testUser, unusedContact }) => `user ${testUser.email} with the contact ${unusedContact}`,
    },
  ],
};

/** Builds a request that requires the test user. */
export function requestWithUser(state: RunState, request: (state: RunState) => Request): Request | string {
  return requestWith(state.user, 'no user was registered', () => request(state));
}

export function createReadUserRequest(state: RunState) {
  return requestWith(state.user, 'no user was registered', ({ id }) => ({
    method: 'GET' as const,
    path: `/getUserById/${encodeURIComponent(id)}`,
  }));
}

export function saveUser({ json }: HostResponse, state: RunState): void {
  state.user = shopperSchema.safeParse(json).data ?? state.user;
}

export function createLoginRequest(contact: string, password: string) {
  return { method: 'POST' as const, path: '/loginByContact', body: { contact, password } };
}
