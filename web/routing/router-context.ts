import type { ApolloClient } from '@apollo/client';
import type { i18n } from 'i18next';
import { createContext, RouterContextProvider } from 'react-router-dom';

/** What a route's loader may use: of one request on the server, of the whole visit in the browser. */
export interface RouterContext {
  client: ApolloClient;
  i18n: i18n;
  /** On the server a loader waits for its data; in the browser the screen shows its skeleton meanwhile. */
  waitForData: boolean;
}

export const routerContext = createContext<RouterContext>();

export function provideRouterContext(shop: RouterContext): RouterContextProvider {
  return new RouterContextProvider(new Map([[routerContext, shop]]));
}

declare module 'react-router' {
  interface Future {
    v8_middleware: true;
  }
}
