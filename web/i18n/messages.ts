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
  session: 'session',
  shopping: 'shopping',
  ui: 'ui',
  wishlist: 'features/wishlist',
};

/** Whether this is a namespace of the catalogue. */
export function isNamespace(name: string): name is Namespace {
  return name in folders;
}

/** The browser fetches the texts of a page with its scripts; the server has all of them at hand. */
const onDemand = import.meta.env.SSR
  ? {}
  : import.meta.glob<MessageTree>(
      ['../{address,app,gateway-words,session,shopping,ui}/messages.*.json', '../features/*/messages.*.json'],
      { import: 'default' },
    );
const atHand = import.meta.env.SSR
  ? import.meta.glob<MessageTree>(
      ['../{address,app,gateway-words,session,shopping,ui}/messages.*.json', '../features/*/messages.*.json'],
      { import: 'default', eager: true },
    )
  : {};

/** The file of a namespace, as the build's manifest names it. */
export function messageFile(namespace: Namespace, language: LanguageCode): string {
  return `${folders[namespace]}/messages.${language}.json`;
}

/**
 * The texts of a namespace, fetched once.
 *
 * @throws when the file cannot be fetched.
 */
export async function loadMessages(namespace: Namespace, language: LanguageCode): Promise<MessageTree> {
  const file = `../${messageFile(namespace, language)}`;
  const messages = atHand[file] ?? (await onDemand[file]?.());
  if (messages === undefined) throw new Error(`There is no message file ${file}.`);
  return messages;
}
