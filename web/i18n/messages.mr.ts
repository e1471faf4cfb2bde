import account from './locales/mr/account.json' with { type: 'json' };
import address from './locales/mr/address.json' with { type: 'json' };
import auth from './locales/mr/auth.json' with { type: 'json' };
import cart from './locales/mr/cart.json' with { type: 'json' };
import catalogue from './locales/mr/catalogue.json' with { type: 'json' };
import checkout from './locales/mr/checkout.json' with { type: 'json' };
import content from './locales/mr/content.json' with { type: 'json' };
import errorPage from './locales/mr/errorPage.json' with { type: 'json' };
import home from './locales/mr/home.json' with { type: 'json' };
import product from './locales/mr/product.json' with { type: 'json' };
import quote from './locales/mr/quote.json' with { type: 'json' };
import serverMessages from './locales/mr/serverMessages.json' with { type: 'json' };
import shell from './locales/mr/shell.json' with { type: 'json' };
import ui from './locales/mr/ui.json' with { type: 'json' };
import wishlist from './locales/mr/wishlist.json' with { type: 'json' };

/** All messages in Marathi, by namespace. */
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
