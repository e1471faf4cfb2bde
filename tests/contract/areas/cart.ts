import { type Area, type RunState, requestWith } from '../check.ts';
import { clientError, status, where } from '../expectations.ts';
import { user } from '../schemas.ts';
import { unknownId } from './catalogue.ts';
import { login, readUser, requestAsUser, saveUser } from './registration.ts';

/** Two products for the cart: one with quantity 2, the other with quantity 1. */
function cartProducts({ products, user: shopper }: RunState) {
  const [twice, once] = products;
  return twice === undefined || once === undefined || shopper === undefined
    ? undefined
    : { twice, once, shopper };
}

const missing = 'no user was registered, or there are fewer than 2 products';

/** How often an id occurs in the cart. */
const copies = (ids: readonly unknown[] | null | undefined, id: unknown) =>
  (ids ?? []).filter((other) => String(other) === String(id)).length;

export const cart: Area = {
  name: 'Cart',
  checks: [
    {
      call: 'PUT /updateUser/{id}',
      impact: 'cart, profile and addresses: every change uses this call',
      request: (state) =>
        requestWith(cartProducts(state), missing, ({ twice, once, shopper }) => ({
          method: 'PUT',
          path: `/updateUser/${encodeURIComponent(shopper.id)}`,
          body: { ...shopper, productIds: [twice.id, twice.id, once.id] },
        })),
      expects: [status(200)],
    },
    {
      call: 'GET /getUserById/{id} after the cart was written',
      impact: 'quantities in the cart: an id occurs once per copy',
      request: readUser,
      expects: [
        where(user, 'repeated ids stored', ({ productIds }, state) => {
          const products = cartProducts(state);
          const isStored =
            copies(productIds, products?.twice.id) === 2 && copies(productIds, products?.once.id) === 1;
          return isStored ? undefined : `productIds ${JSON.stringify(productIds)}`;
        }),
        where(user, 'other fields unchanged', (found, state) => {
          const same = found.username === state.user?.username && found.email === state.user?.email;
          const addresses = found.addresses?.length === state.user?.addresses?.length;
          return same && addresses ? undefined : `user ${JSON.stringify(found)}`;
        }),
      ],
      save: saveUser,
    },
    {
      call: 'POST /loginByContact after a write without a password',
      impact: 'login after any change of the cart',
      request: (state) =>
        requestAsUser(state, ({ visitor: { contact, password } }) => login(contact, password)),
      expects: [status(200)],
    },
    {
      call: 'PUT /updateUser/{id} with an outdated If-Match',
      impact: 'of two concurrent changes from different devices, one may be lost',
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
        requestWith(cartProducts(state), missing, ({ once, shopper }) => ({
          method: 'DELETE',
          path: '/removeProductFromUser',
          query: { userId: String(shopper.id), productId: String(once.id) },
        })),
      expects: [status(200)],
    },
    {
      call: 'GET /getUserById/{id} after the removal',
      impact: 'removal from the cart',
      request: readUser,
      expects: [
        where(user, 'only the other product in the cart', ({ productIds }, state) => {
          const products = cartProducts(state);
          const isRight =
            copies(productIds, products?.once.id) === 0 && copies(productIds, products?.twice.id) > 0;
          return isRight ? undefined : `productIds ${JSON.stringify(productIds)}`;
        }),
      ],
      save: saveUser,
    },
    {
      call: 'DELETE /removeProductFromUser with an unknown user',
      impact: 'the message that something went wrong',
      request: (state) =>
        requestWith(state.products.at(0), missing, ({ id }) => ({
          method: 'DELETE',
          path: '/removeProductFromUser',
          query: { userId: unknownId, productId: String(id) },
        })),
      expects: [clientError],
    },
  ],
};
