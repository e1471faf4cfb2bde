import type { ApolloClient } from '@apollo/client';
import { createContext, RouterContextProvider } from 'react-router-dom';

/** The context of route loaders: one per request on the server, and one per navigation in the browser. */
export interface RouterContext {
  client: ApolloClient;
  /** True on the server. In the browser the page shows its skeleton while the data loads. */
  waitForData: boolean;
}

export const routerContext = createContext<RouterContext>();

export function provideRouterContext(value: RouterContext): RouterContextProvider {
  return new RouterContextProvider(new Map([[routerContext, value]]));
}

/** Without this, the router types the `context` of loaders as `any`. */
declare module 'react-router' {
  interface Future {
    v8_middleware: true;
  }
}
