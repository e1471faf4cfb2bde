import settings from './shop.json' with { type: 'json' };

/** The shop's name, address and contact details, from `shop.json`. */
export interface Shop {
  name: string;
  /** The name in Marathi, shown next to the name. */
  nameMarathi: string;
  /** The registered name of the company. */
  legalName: string;
  /** The year the bookstore moved online. */
  foundedOnline: number;
  address: { street: string; city: string; state: string; pincode: string; country: string };
  telephone: string;
  email: string;
  social: ReadonlyArray<{ name: string; link: string }>;
}

export const shop: Shop = settings;
