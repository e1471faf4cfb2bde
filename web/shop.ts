import settings from './shop.json' with { type: 'json' };

/** Who the shop is: the one place where its name, address and ways to reach it are set. */
export interface Shop {
  name: string;
  /** The name in Marathi, as it stands beside the name. */
  nameMarathi: string;
  /** The name the shop is registered under. */
  legalName: string;
  /** The year the bookstore moved online. */
  foundedOnline: number;
  address: { street: string; city: string; state: string; pincode: string; country: string };
  telephone: string;
  email: string;
  social: ReadonlyArray<{ name: string; link: string }>;
}

export const shop: Shop = settings;
