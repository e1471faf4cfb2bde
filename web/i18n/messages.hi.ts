import account from './locales/hi/account.json' with { type: 'json' };
import address from './locales/hi/address.json' with { type: 'json' };
import auth from './locales/hi/auth.json' with { type: 'json' };
import cart from './locales/hi/cart.json' with { type: 'json' };
import catalogue from './locales/hi/catalogue.json' with { type: 'json' };
import checkout from './locales/hi/checkout.json' with { type: 'json' };
import content from './locales/hi/content.json' with { type: 'json' };
import errorPage from './locales/hi/errorPage.json' with { type: 'json' };
import home from './locales/hi/home.json' with { type: 'json' };
import product from './locales/hi/product.json' with { type: 'json' };
import quote from './locales/hi/quote.json' with { type: 'json' };
import serverMessages from './locales/hi/serverMessages.json' with { type: 'json' };
import shell from './locales/hi/shell.json' with { type: 'json' };
import ui from './locales/hi/ui.json' with { type: 'json' };
import wishlist from './locales/hi/wishlist.json' with { type: 'json' };

/** All messages in Hindi, by namespace. */
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
