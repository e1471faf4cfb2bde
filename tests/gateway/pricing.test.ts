import { describe, expect, it } from 'vitest';
import { toPaise } from '#gateway/domain/money.ts';
import { computeDiscount, createFreeDeliveryCheck, priceOrder } from '#gateway/orders/quote.ts';
import { createSeededRandom } from '#tests/seeded-random.ts';

const sources = ['CART', 'SINGLE_PRODUCT', 'PAYMENT_PAGE'] as const;

/** Two thousand random orders, the same in each run. */
function* generateRandomOrders() {
  const random = createSeededRandom(4);
  const randomUpTo = (max: number) => Math.floor(random() * (max + 1));
  for (let index = 0; index < 2_000; index += 1) {
    const lines = Array.from({ length: 1 + randomUpTo(20) }, () => ({
      unitPrice: randomUpTo(500_000),
      quantity: 1 + randomUpTo(9),
    }));
    yield { source: sources[index % 3] ?? 'CART', lines, percent: randomUpTo(400) / 4 };
  }
}

describe('the price of an order', () => {
  it('is a whole number of paise, never negative, and the sum of its parts', () => {
    for (const { source, lines, percent } of generateRandomOrders()) {
      const price = priceOrder(source, lines, percent, false);
      const { itemTotal, discount, shipping, deliveryFee, grandTotal } = price;
      for (const amount of [itemTotal, discount, shipping, deliveryFee, grandTotal]) {
        expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
      }
      expect(grandTotal).toBe(itemTotal - discount + shipping + deliveryFee);
      expect(discount).toBeLessThanOrEqual(itemTotal);
      expect(itemTotal).toBe(lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0));
    }
  });

  it('applies the discount to the item total only, rounded to the nearest paisa', () => {
    for (const { source, lines, percent } of generateRandomOrders()) {
      const { itemTotal, discount } = priceOrder(source, lines, percent, false);
      expect(Math.abs(discount - (itemTotal * percent) / 100)).toBeLessThanOrEqual(0.5);
    }
  });

  it('includes shipping of 40 rupees for a single product, otherwise of 10 rupees per copy, at most 100', () => {
    for (const { source, lines, percent } of generateRandomOrders()) {
      const copies = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      const { shipping, deliveryFee } = priceOrder(source, lines, percent, false);
      expect(shipping).toBe(source === 'SINGLE_PRODUCT' ? 4_000 : Math.min(copies * 1_000, 10_000));
      expect(deliveryFee).toBe(0);
    }
  });

  it.each(sources)('from %s includes no shipping to PIN codes with free delivery', (source) => {
    const isFree = createFreeDeliveryCheck(['411001-411062', '440001']);
    const computeShipping = (pincode: string) =>
      priceOrder(source, [{ unitPrice: 1, quantity: 1 }], 0, isFree(pincode)).shipping;
    for (const pincode of ['411001', '411030', '411 030', '411062', '440001']) {
      expect(computeShipping(pincode)).toBe(0);
    }
    for (const pincode of ['411000', '411063', '412105', '440002', '41103', '']) {
      expect(computeShipping(pincode)).toBeGreaterThan(0);
    }
  });

  it.each([
    ['CART', '5-6 days', { min: 5, max: 6 }],
    ['SINGLE_PRODUCT', '3-5 days', { min: 3, max: 5 }],
    ['PAYMENT_PAGE', '5-6 days', { min: 5, max: 6 }],
  ] as const)('from %s comes with the delivery time %s', (source, averageDeliveryTime, deliveryDays) => {
    const price = priceOrder(source, [{ unitPrice: 1, quantity: 1 }], 0, false);
    expect(price).toMatchObject({ averageDeliveryTime, deliveryDays });
  });
});

describe('rounding to paise', () => {
  it.each([
    [1, 50, 1],
    [3, 50, 2],
    [101, 0.5, 1],
    [99, 0.5, 0],
    [333, 12.5, 42],
    [100_000, 4.35, 4_350],
    [10_000_000_000, 33.33, 3_333_000_000],
  ])(
    'rounds to the nearest paisa, and half a paisa up: %i paise at %f percent is a discount of %i',
    (paise, percent, discount) => {
      expect(computeDiscount(paise, percent)).toBe(discount);
    },
  );

  it.each([
    [160.3, 16_030],
    [1.005, 101],
    [0.07, 7],
    [4_035.1, 403_510],
    [0, 0],
  ])('is not affected by binary fractions: %f rupees are %i paise', (rupees, paise) => {
    expect(toPaise(rupees)).toBe(paise);
  });
});
