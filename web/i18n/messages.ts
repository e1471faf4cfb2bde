import type address from '#web/address/messages.en.json';
import type app from '#web/app/messages.en.json';
import type account from '#web/features/account/messages.en.json';
import type cart from '#web/features/cart/messages.en.json';
import type catalogue from '#web/features/catalogue/messages.en.json';
import type checkout from '#web/features/checkout/messages.en.json';
import type home from '#web/features/home/messages.en.json';
import type pages from '#web/features/pages/messages.en.json';
import type product from '#web/features/product/messages.en.json';
import type wishlist from '#web/features/wishlist/messages.en.json';
import type gateway from '#web/gateway-words/messages.en.json';
import type server from '#web/server/messages.en.json';
import type session from '#web/session/messages.en.json';
import type shopping from '#web/shopping/messages.en.json';
import type ui from '#web/ui/messages.en.json';
import type { LanguageCode } from './languages.ts';

/** The message catalogue: one namespace a feature, its keys those of the English file. One line each. */
export interface Messages {
  account: typeof account;
  address: typeof address;
  app: typeof app;
  catalogue: typeof catalogue;
  cart: typeof cart;
  checkout: typeof checkout;
  gateway: typeof gateway;
  home: typeof home;
  pages: typeof pages;
  product: typeof product;
  server: typeof server;
  session: typeof session;
  shopping: typeof shopping;
  ui: typeof ui;
  wishlist: typeof wishlist;
}

export type Namespace = keyof Messages;

/** The texts of one namespace in one language. */
export type MessageTree = Record<string, unknown>;

/** What every page needs: the layout and the parts that features share. */
export const sharedNamespaces = ['app', 'shopping', 'ui'] as const satisfies readonly Namespace[];

/** The folder of each namespace's files. */
const folders: Record<Namespace, string> = {
  account: 'features/account',
  address: 'address',
  app: 'app',
  catalogue: 'features/catalogue',
  cart: 'features/cart',
  checkout: 'features/checkout',
  gateway: 'gateway-words',
  home: 'features/home',
  pages: 'features/pages',
  product: 'features/product',
  server: 'server',
  session: 'session',
  shopping: 'shopping',
  ui: 'ui',
  wishlist: 'features/wishlist',
};

/** Whether this is a namespace of the catalogue. */
export function isNamespace(name: string): name is Namespace {
  return name in folders;
}

/** All texts of a language in one script, fetched once. */
const scripts: Record<LanguageCode, () => Promise<{ messages: Record<string, MessageTree> }>> = {
  en: () => import('./messages.en.ts'),
  mr: () => import('./messages.mr.ts'),
  hi: () => import('./messages.hi.ts'),
};

/** The script of a language's texts, as the build's manifest names it. */
export function messageScript(language: LanguageCode): string {
  return `i18n/messages.${language}.ts`;
}

/**
 * The texts of a namespace, fetched with all others of the language.
 *
 * @throws when they cannot be fetched.
 */
export async function loadMessages(namespace: Namespace, language: LanguageCode): Promise<MessageTree> {
  const { messages } = await scripts[language]();
  const file = `../${folders[namespace]}/messages.${language}.json`;
  const found = messages[file];
  if (found === undefined) throw new Error(`There is no message file ${file}.`);
  return found;
}
