import { type Area, given, type Known } from '../check.ts';
import { refused, status, where } from '../expectations.ts';
import { user } from '../shapes.ts';
import { unknownId } from './catalogue.ts';
import { login, readUser, registered, rememberUser } from './registration.ts';

/** Two products to put into the cart: one twice, the other once. */
function twoProducts({ products, user: shopper }: Known) {
  const [twice, once] = products;
  return twice === undefined || once === undefined || shopper === undefined
    ? undefined
    : { twice, once, shopper };
}

const missing = 'no user was registered, or there are fewer than 2 products';

/** How often the user's cart holds an id. */
const copies = (ids: readonly unknown[] | null | undefined, id: unknown) =>
  (ids ?? []).filter((other) => String(other) === String(id)).length;

export const cart: Area = {
  name: 'Cart',
  checks: [
    {
      call: 'PUT /updateUser/{id}',
      loses: 'cart, profile and addresses: every change goes through this call',
      request: (known) =>
        given(twoProducts(known), missing, ({ twice, once, shopper }) => ({
          method: 'PUT',
          path: `/updateUser/${encodeURIComponent(shopper.id)}`,
          body: { ...shopper, productIds: [twice.id, twice.id, once.id] },
        })),
      expects: [status(200)],
    },
    {
      call: 'GET /getUserById/{id} after the cart was written',
      loses: 'quantities in the cart: an id’s repeats are its quantity',
      request: readUser,
      expects: [
        where(user, 'repeats of an id kept', ({ productIds }, known) => {
          const products = twoProducts(known);
          const isKept =
            copies(productIds, products?.twice.id) === 2 && copies(productIds, products?.once.id) === 1;
          return isKept ? undefined : `productIds ${JSON.stringify(productIds)}`;
        }),
        where(user, 'the rest as it was', (found, known) => {
          const same = found.username === known.user?.username && found.email === known.user?.email;
          const addresses = found.addresses?.length === known.user?.addresses?.length;
          return same && addresses ? undefined : `user ${JSON.stringify(found)}`;
        }),
      ],
      learn: rememberUser,
    },
    {
      call: 'POST /loginByContact after a write without a password',
      loses: 'login for everybody who has changed a cart',
      request: (known) => registered(known, ({ visitor: { contact, password } }) => login(contact, password)),
      expects: [status(200)],
    },
    {
      call: 'PUT /updateUser/{id} with an outdated If-Match',
      loses: 'a change of another device at the very same moment may be lost',
      optional: true,
      request: (known) =>
        given(known.entityTags.get('/getUserById'), 'no ETag', (tag) => ({
          method: 'PUT',
          path: `/updateUser/${encodeURIComponent(known.user?.id ?? '')}`,
          body: known.user,
          headers: { 'if-match': tag },
        })),
      expects: [status(412)],
    },
    {
      call: 'DELETE /removeProductFromUser?userId=&productId=',
      loses: 'removal from the cart',
      request: (known) =>
        given(twoProducts(known), missing, ({ once, shopper }) => ({
          method: 'DELETE',
          path: '/removeProductFromUser',
          query: { userId: String(shopper.id), productId: String(once.id) },
        })),
      expects: [status(200)],
    },
    {
      call: 'GET /getUserById/{id} after the removal',
      loses: 'removal from the cart',
      request: readUser,
      expects: [
        where(user, 'without the removed product, with the other', ({ productIds }, known) => {
          const products = twoProducts(known);
          const isRight =
            copies(productIds, products?.once.id) === 0 && copies(productIds, products?.twice.id) > 0;
          return isRight ? undefined : `productIds ${JSON.stringify(productIds)}`;
        }),
      ],
      learn: rememberUser,
    },
    {
      call: 'DELETE /removeProductFromUser of an unknown user',
      loses: 'the message that something went wrong',
      request: (known) =>
        given(known.products.at(0), missing, ({ id }) => ({
          method: 'DELETE',
          path: '/removeProductFromUser',
          query: { userId: unknownId, productId: String(id) },
        })),
      expects: [refused],
    },
  ],
};
