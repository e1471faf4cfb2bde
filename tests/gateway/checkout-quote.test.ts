import { describe, expect, it } from 'vitest';
import { lines, quoteFields, setUpCheckout, total } from './checkout-setup.ts';
import { at } from './graphql-call.ts';

const checkout = setUpCheckout();

describe('a checkout quote', () => {
  const quote = (input: Record<string, unknown>) =>
    checkout.shop.graphql(
      `query ($input: CheckoutQuoteInput!) { checkoutQuote(input: $input) { ${quoteFields} coupon { name } lines { product { sku } quantity unitPrice lineTotal available } } }`,
      { input },
    );

  it('is exact to the paisa, and needs no login', async () => {
    const { data } = await quote({ source: 'CART', lines, couponId: '1' });
    expect(at(data, 'checkoutQuote')).toEqual({
      itemTotal: 598.99,
      discount: 59.9,
      shipping: 30,
      deliveryFee: 0,
      grandTotal: total,
      averageDeliveryTime: '5-6 days',
      deliveryDays: { min: 5, max: 6 },
      coupon: { name: 'TEN' },
      lines: [
        { product: { sku: '1' }, quantity: 2, unitPrice: 249.5, lineTotal: 499, available: true },
        { product: { sku: '2' }, quantity: 1, unitPrice: 99.99, lineTotal: 99.99, available: true },
      ],
    });
  });

  it.each([
    ['available if the stock suffices exactly', 1, true],
    ['unavailable if there is too little stock', 2, false],
  ])('marks a line as %s', async (_, quantity, available) => {
    const { data } = await quote({ source: 'SINGLE_PRODUCT', lines: [{ productId: '3', quantity }] });
    expect(data).toHaveProperty('checkoutQuote.lines.0.available', available);
  });

  it('marks a line as unavailable if the shop does not sell the product, even though copies are left', async () => {
    const { data } = await quote({ source: 'SINGLE_PRODUCT', lines: [{ productId: '4', quantity: 1 }] });
    expect(data).toHaveProperty('checkoutQuote.lines.0.available', false);
  });

  it('that cannot be calculated has user errors instead of amounts', async () => {
    const { data, errors } = await checkout.shop.graphql(
      'query ($input: CheckoutQuoteInput!) { checkoutQuote(input: $input) { itemTotal grandTotal lines { quantity } userErrors { code message field maxQuantity } } slides { title } }',
      { input: { source: 'CART', lines: [{ productId: '1', quantity: 11 }] } },
    );
    expect(errors).toEqual([]);
    expect(data).toMatchObject({
      checkoutQuote: {
        itemTotal: null,
        grandTotal: null,
        lines: null,
        userErrors: [
          {
            code: 'QUANTITY_OUT_OF_RANGE',
            message: 'Choose a quantity from 1 to 10.',
            field: ['lines', '0', 'quantity'],
            maxQuantity: 10,
          },
        ],
      },
      slides: [{ title: 'Slide' }],
    });
  });
});
