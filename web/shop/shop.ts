import { createContext, useContext } from 'react';

/** The shop's name, address, contact details and policies, from its settings file (docs/operations.md). */
export interface Shop {
  name: string;
  /** The shop's name in Marathi, shown with `name` or, in the side menu, instead of it. Empty if it has none. */
  marathiName: string;
  /** The company's registered name. */
  legalName: string;
  /** The year in which the bookstore moved online. */
  onlineSince: number;
  address: {
    street: string;
    city: string;
    /** The name of the city by language, where it differs from `city`. */
    cityNames: Readonly<Partial<Record<string, string | undefined>>>;
    state: string;
    pincode: string;
    country: string;
  };
  telephone: string;
  /** The number of the shop's WhatsApp account with its country code, if it has one. */
  whatsapp?: string | undefined;
  email: string;
  /** The URL of a map that shows the store. */
  mapUrl?: string | undefined;
  /** The opening hours of the store. Empty if they are not stated. */
  openingHours: readonly OpeningHours[];
  social: ReadonlyArray<{ name: string; url: string }>;
  /** The image that the header shows instead of the names, and its size in pixels. */
  logo?: { url: string; width: number; height: number } | undefined;
  /** The URL of the icon shown in browser tabs. */
  icon: string;
  policies: ShopPolicies;
}

/** The hours of successive days of the week, in the 24-hour clock: `10:00`. */
export interface OpeningHours {
  from: Weekday;
  /** The last day. It equals `from` for a single day. */
  to: Weekday;
  opens: string;
  closes: string;
}

export type Weekday = (typeof weekdays)[number];

export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** The values in the policy pages. A range is written as in `3-7`. */
interface ShopPolicies {
  /** The number of days after the delivery within which a damaged, defective or incorrect book can be returned. */
  returnDays: string;
  /** The number of business days within which a refund is made. */
  refundDays: string;
  /** The number of business days within which an order reaches its destination in India. */
  deliveryDays: string;
  /** The number of business days within which an order is shipped. */
  shippingDays: string;
  /** The PIN codes of the shop's city to which delivery is free, each a code or a range as in `411001-411062`. */
  freeDeliveryPincodes: readonly string[];
  paymentMethods: readonly string[];
}

/** The server passes the shop to the browser with the data of the page, so that both render the same. */
export const ShopContext = createContext<Shop | null>(null);

/** The settings of the shop. */
export function useShop(): Shop {
  const shop = useContext(ShopContext);
  if (shop === null) throw new Error('useShop needs a ShopContext around the component.');
  return shop;
}

/** The name of the shop's city in a language, and whether any of its PIN codes has free delivery. */
export function useShopCity(language: string): { city: string; hasFreeDelivery: boolean } {
  const { address, policies } = useShop();
  return {
    city: address.cityNames[language] ?? address.city,
    hasFreeDelivery: policies.freeDeliveryPincodes.length > 0,
  };
}
