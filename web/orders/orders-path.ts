/** The path of My Orders. */
export const ordersPath = '/profile?section=orders';
