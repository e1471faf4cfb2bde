import account from './locales/en/account.json' with { type: 'json' };
import address from './locales/en/address.json' with { type: 'json' };
import auth from './locales/en/auth.json' with { type: 'json' };
import cart from './locales/en/cart.json' with { type: 'json' };
import catalogue from './locales/en/catalogue.json' with { type: 'json' };
import checkout from './locales/en/checkout.json' with { type: 'json' };
import content from './locales/en/content.json' with { type: 'json' };
import errorPage from './locales/en/errorPage.json' with { type: 'json' };
import home from './locales/en/home.json' with { type: 'json' };
import product from './locales/en/product.json' with { type: 'json' };
import quote from './locales/en/quote.json' with { type: 'json' };
import serverMessages from './locales/en/serverMessages.json' with { type: 'json' };
import shell from './locales/en/shell.json' with { type: 'json' };
import ui from './locales/en/ui.json' with { type: 'json' };
import wishlist from './locales/en/wishlist.json' with { type: 'json' };

/** All messages in English, by namespace. */
export const messages = {
  account,
  address,
  auth,
  cart,
  catalogue,
  checkout,
  content,
  errorPage,
  home,
  product,
  quote,
  serverMessages,
  shell,
  ui,
  wishlist,
};
