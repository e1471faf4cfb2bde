import type { ApolloClient } from '@apollo/client';
import type { i18n } from 'i18next';
import { createContext, RouterContextProvider } from 'react-router-dom';

/** What a route's loader may use: of one request on the server, of the whole visit in the browser. */
export interface ShopContext {
  client: ApolloClient;
  i18n: i18n;
  /** On the server a loader waits for its data; in the browser the screen shows its skeleton meanwhile. */
  waitForData: boolean;
}

export const shopContext = createContext<ShopContext>();

export function provideShopContext(shop: ShopContext): RouterContextProvider {
  return new RouterContextProvider(new Map([[shopContext, shop]]));
}

declare module 'react-router' {
  interface Future {
    v8_middleware: true;
  }
}
