import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { checkoutSide, order } from './checkout-orders.ts';
import { at, onlyError } from './graphql-call.ts';
import { hostUrl } from './rest-host.ts';

const checkout = checkoutSide();

/** The host makes the order, and then answers as it likes. */
function answerOrdersWith(answer: (made: Record<string, unknown>) => Response): void {
  let isInside = false;
  checkout.server.use(
    http.post(`${hostUrl}/createShipment`, async ({ request }) => {
      if (isInside) return undefined;
      isInside = true;
      const made = await fetch(request.clone());
      isInside = false;
      return answer(await made.json());
    }),
  );
}

const answers: Array<[string, (made: Record<string, unknown>) => Response]> = [
  ['a sentence', () => HttpResponse.text('Shipment created successfully')],
  ['a message', () => HttpResponse.json({ message: 'Shipment created successfully' }, { status: 201 })],
  ['nothing', () => new HttpResponse(null, { status: 204 })],
  ['the order\u2019s number alone', ({ orderId }) => HttpResponse.json({ orderId }, { status: 201 })],
  ['an order without a date', (made) => HttpResponse.json({ ...made, orderDate: null })],
  ['an order inside of something else', (made) => HttpResponse.json({ data: made })],
];

describe('a host that makes an order and does not answer with it', () => {
  it.each(answers)(
    'is asked for the order, and the cart is emptied, where it answers with %s',
    async (_, answer) => {
      answerOrdersWith(answer);
      const first = await checkout.place(order());
      expect(first.userErrors).toEqual([]);
      expect(first).toMatchObject({ shipment: { id: 'ORD-1', totalPrice: 569.09 } });
      expect(checkout.host.shopper(7).productIds).toEqual([1]);
      checkout.host.shopper(7).productIds = [1, 1, 1, 2];
      expect(at(await checkout.place(order()), 'shipment.id')).toBe('ORD-2');
      expect(checkout.host.orders).toHaveLength(2);
    },
  );

  it.each([true, false])(
    'is not sent the order again while that is nowhere to be found (honours keys: %s)',
    async (honoursHeaders) => {
      checkout.host.honoursHeaders = honoursHeaders;
      answerOrdersWith(() => HttpResponse.text('Shipment created successfully'));
      let isListed = false;
      checkout.server.use(
        http.get(`${hostUrl}/OrdersByUserEmail`, () => (isListed ? undefined : HttpResponse.json([]))),
      );
      const input = order();
      expect(onlyError(await checkout.place(input))).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      expect(onlyError(await checkout.place(input))).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      isListed = true;
      expect(at(await checkout.place(input), 'shipment.id')).toBe('ORD-1');
      expect(checkout.host.orders).toHaveLength(1);
      expect(checkout.host.shopper(7).productIds).toEqual([1]);
    },
  );

  it('is not taken to mean an older order, or one of another price', async () => {
    answerOrdersWith(() => new HttpResponse(null, { status: 204 }));
    await checkout.place(order());
    const [made] = checkout.host.orders;
    Object.assign(made ?? {}, { orderDate: '2020-01-01' });
    checkout.host.shopper(7).productIds = [1, 1, 1, 2];
    const dearer = order({ couponId: null, expectedTotal: 628.99 });
    expect(at(await checkout.place(dearer), 'shipment.id')).toBe('ORD-2');
    checkout.host.shopper(7).productIds = [1, 1, 1, 2];
    expect(at(await checkout.place(order()), 'shipment.id')).toBe('ORD-3');
  });
});
