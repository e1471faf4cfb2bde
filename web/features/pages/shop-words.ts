import { shop } from '#web/shop.ts';

/** The shop's own data as the static texts name it. */
export const shopWords = {
  legalName: shop.legalName,
  year: shop.foundedOnline,
  email: shop.email,
  telephone: shop.telephone,
  ...shop.address,
};
