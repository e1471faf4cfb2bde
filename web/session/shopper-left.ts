/** The shopper signed out before a change could be sent. */
export class ShopperLeft extends Error {}
