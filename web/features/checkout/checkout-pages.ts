/** The texts and links in which the checkout pages differ (requirements.md 2.11, 2.12, 2.14 and 8). */
export const checkoutPages = {
  CART: {
    title: 'address.title',
    confirm: 'address.confirm',
    nothing: 'address.nothing',
    placed: 'placed.title',
    failed: 'problem.orderFailed',
    back: 'backToCart',
    backPath: '/cart-manager',
  },
  PAYMENT_PAGE: {
    title: 'payment.title',
    confirm: 'payment.confirm',
    nothing: 'payment.nothing',
    placed: 'payment.placed',
    failed: 'problem.shipmentFailed',
    back: 'payment.back',
    backPath: '/cart-manager/buy-all-cart-products',
  },
  SINGLE_PRODUCT: {
    title: 'single.title',
    confirm: 'address.confirm',
    nothing: 'single.nothing',
    placed: 'placed.title',
    failed: 'problem.orderFailed',
    back: 'single.backToCart',
    backPath: '/cart-manager',
  },
} as const;
