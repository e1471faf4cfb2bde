import type { ApolloClient } from '@apollo/client';
import type { i18n } from 'i18next';
import { createContext, RouterContextProvider } from 'react-router-dom';

/** What the loaders of routes use: one per request on the server, one per visit in the browser. */
export interface RouterContext {
  client: ApolloClient;
  i18n: i18n;
  /** True on the server. In the browser the page shows its skeleton while the data loads. */
  waitForData: boolean;
}

export const routerContext = createContext<RouterContext>();

export function provideRouterContext(value: RouterContext): RouterContextProvider {
  return new RouterContextProvider(new Map([[routerContext, value]]));
}

declare module 'react-router' {
  interface Future {
    v8_middleware: true;
  }
}
