/**
 * The keys of the texts in which the checkout pages differ (requirements.md 2.11, 2.12, 2.14 and 8): the address page
 * of the cart, that of a single product, and the payment page.
 */
export const checkoutPages = {
  address: {
    title: 'address.title',
    confirm: 'address.confirm',
    noProducts: 'address.noProducts',
    placed: 'placed.title',
    failed: 'problem.orderFailed',
    back: 'backToCart',
  },
  single: {
    title: 'single.title',
    confirm: 'address.confirm',
    noProducts: 'single.noProducts',
    placed: 'placed.title',
    failed: 'problem.orderFailed',
    back: 'single.backToCart',
  },
  payment: {
    title: 'payment.title',
    confirm: 'payment.confirm',
    noProducts: 'payment.noProducts',
    placed: 'payment.placed',
    failed: 'problem.shipmentFailed',
    back: 'payment.back',
  },
} as const;

export type CheckoutPageName = keyof typeof checkoutPages;
