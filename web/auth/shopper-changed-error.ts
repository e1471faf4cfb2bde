/** Who asked is no longer signed in: what was asked is not sent, or its answer does not count. */
export class ShopperChangedError extends Error {}
