import { shopperSchema } from '#gateway/rest/shoppers.ts';
import { type Area, type RunState, requestWith } from '../check.ts';
import { bodyMatching, status, success } from '../expectations.ts';
import { createLoginRequest, createReadUserRequest, requestWithUser, saveUser } from './registration.ts';

/** Selects the registered user, and two products for the cart: `double` with quantity 2, `single` with quantity 1. */
function selectUserAndProducts({ products, user }: RunState) {
  const [double, single] = products;
  return double === undefined || single === undefined || user === undefined
    ? undefined
    : { double, single, user };
}

const missingReason = 'no user was registered, or there are fewer than 2 products';

/** Counts how often an id occurs in the cart. */
const countCopies = (ids: readonly unknown[] | null | undefined, id: unknown) =>
  (ids ?? []).filter((other) => String(other) === String(id)).length;

export const cart: Area = {
  name: 'Cart',
  checks: [
    {
      call: 'PUT /updateUser/{id}',
      impact: 'adding to the cart, quantities in the cart, profile and addresses',
      request: (state) =>
        requestWith(selectUserAndProducts(state), missingReason, ({ double, single, user }) => ({
          method: 'PUT',
          path: `/updateUser/${encodeURIComponent(user.id)}`,
          body: { ...user, productIds: [double.restId, double.restId, single.restId] },
        })),
      expects: [success],
    },
    {
      call: 'GET /getUserById/{id} after the cart was written',
      impact: 'quantities in the cart: an id occurs once per copy',
      request: createReadUserRequest,
      expects: [
        bodyMatching(shopperSchema, 'repeated ids stored', ({ productIds }, state) => {
          const products = selectUserAndProducts(state);
          const isStored =
            countCopies(productIds, products?.double.id) === 2 &&
            countCopies(productIds, products?.single.id) === 1;
          return isStored ? undefined : `productIds ${JSON.stringify(productIds)}`;
        }),
        bodyMatching(shopperSchema, 'user name, e-mail and number of addresses unchanged', (found, state) => {
          const sameAccount = found.username === state.user?.username && found.email === state.user?.email;
          const sameAddresses = found.addresses.length === state.user?.addresses.length;
          return sameAccount && sameAddresses ? undefined : `user ${JSON.stringify(found)}`;
        }),
      ],
      save: saveUser,
    },
    {
      call: 'POST /loginByContact after a write without a password',
      impact: 'login after any change to the cart',
      request: (state) =>
        requestWithUser(state, ({ testUser: { contact, password } }) =>
          createLoginRequest(contact, password),
        ),
      expects: [status(200)],
    },
    {
      call: 'PUT /updateUser/{id} with an outdated If-Match',
      impact: 'a concurrent change by a program that bypasses the gateway may be lost',
      optional: true,
      request: (state) =>
        requestWith(state.entityTags.get('/getUserById'), 'no ETag', (tag) => ({
          method: 'PUT',
          path: `/updateUser/${encodeURIComponent(state.user?.id ?? '')}`,
          body: state.user,
          headers: { 'if-match': tag },
        })),
      expects: [status(412)],
    },
    {
      call: 'DELETE /removeProductFromUser?userId=&productId=',
      impact: 'removal from the cart',
      request: (state) =>
        requestWith(selectUserAndProducts(state), missingReason, ({ single, user }) => ({
          method: 'DELETE',
          path: '/removeProductFromUser',
          query: { userId: String(user.id), productId: String(single.id) },
        })),
      expects: [success],
    },
    {
      call: 'GET /getUserById/{id} after the removal',
      impact: 'removal from the cart',
      request: createReadUserRequest,
      expects: [
        bodyMatching(shopperSchema, 'one product removed, the other not', ({ productIds }, state) => {
          const products = selectUserAndProducts(state);
          const isRemoved =
            countCopies(productIds, products?.single.id) === 0 &&
            countCopies(productIds, products?.double.id) > 0;
          return isRemoved ? undefined : `productIds ${JSON.stringify(productIds)}`;
        }),
      ],
      save: saveUser,
    },
  ],
};
