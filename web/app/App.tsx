import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { CartProvider } from '#web/cart/CartProvider.tsx';
import type { I18n } from '#web/i18n/i18n.ts';
import { TranslationProvider } from '#web/i18n/translation.tsx';
import { type Shop, ShopContext } from '#web/shop/shop.ts';
// Imported before all other stylesheets, because it defines the order of the cascade layers.
import './styles/index.css';
import '#web/ui/theme/classes.css';

interface AppProps {
  client: ApolloClient;
  i18n: I18n;
  shop: Shop;
  /** The router provider of the server or of the browser. */
  children: ReactNode;
}

/** The providers around every page, the same on the server and in the browser. */
export function App({ client, i18n, shop, children }: AppProps) {
  return (
    <ShopContext value={shop}>
      <TranslationProvider i18n={i18n}>
        <ApolloProvider client={client}>
          <CartProvider>{children}</CartProvider>
        </ApolloProvider>
      </TranslationProvider>
    </ShopContext>
  );
}
