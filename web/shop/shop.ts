import settings from './shop.json' with { type: 'json' };

/** The shop's name, address and contact details, from `shop.json`. */
export interface Shop {
  name: string;
  /** The shop's name in Marathi, shown next to `name`. */
  marathiName: string;
  /** The company's registered name. */
  legalName: string;
  /** The year in which the bookstore moved online. */
  onlineSince: number;
  address: { street: string; city: string; state: string; pincode: string; country: string };
  telephone: string;
  email: string;
  social: ReadonlyArray<{ name: string; url: string }>;
}

export const shop: Shop = settings;
