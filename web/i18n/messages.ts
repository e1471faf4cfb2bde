import 'i18next';
import type { LanguageCode } from './languages.ts';
import type account from './locales/en/account.json';
import type address from './locales/en/address.json';
import type auth from './locales/en/auth.json';
import type cart from './locales/en/cart.json';
import type catalogue from './locales/en/catalogue.json';
import type checkout from './locales/en/checkout.json';
import type content from './locales/en/content.json';
import type errorPage from './locales/en/errorPage.json';
import type home from './locales/en/home.json';
import type product from './locales/en/product.json';
import type quote from './locales/en/quote.json';
import type serverMessages from './locales/en/serverMessages.json';
import type shell from './locales/en/shell.json';
import type ui from './locales/en/ui.json';
import type wishlist from './locales/en/wishlist.json';

/** The message catalogue. Each namespace is a file in `locales/`, typed by the keys of the English file. */
export interface Messages {
  account: typeof account;
  address: typeof address;
  auth: typeof auth;
  cart: typeof cart;
  catalogue: typeof catalogue;
  checkout: typeof checkout;
  content: typeof content;
  errorPage: typeof errorPage;
  home: typeof home;
  product: typeof product;
  quote: typeof quote;
  serverMessages: typeof serverMessages;
  shell: typeof shell;
  ui: typeof ui;
  wishlist: typeof wishlist;
}

/** Makes the keys of `t` type-safe. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: Messages;
  }
}

export type Namespace = keyof Messages;

const namespaces: Record<Namespace, true> = {
  account: true,
  address: true,
  auth: true,
  cart: true,
  catalogue: true,
  checkout: true,
  content: true,
  errorPage: true,
  home: true,
  product: true,
  quote: true,
  serverMessages: true,
  shell: true,
  ui: true,
  wishlist: true,
};

export function isNamespace(name: string): name is Namespace {
  return name in namespaces;
}

/** The messages of one namespace in one language. */
export type MessageTree = Record<string, unknown>;

/** The namespaces of the layout and of shared components, which every page needs. */
export const sharedNamespaces = [
  'auth',
  'cart',
  'quote',
  'shell',
  'ui',
  'wishlist',
] as const satisfies readonly Namespace[];

/** All messages of a language are one script, so they are loaded once per visit. */
const scripts: Record<LanguageCode, () => Promise<{ messages: Record<Namespace, MessageTree> }>> = {
  en: () => import('./messages.en.ts'),
  mr: () => import('./messages.mr.ts'),
  hi: () => import('./messages.hi.ts'),
};

/** The manifest key of the script with the messages of a language. */
export function messageScript(language: LanguageCode): string {
  return `i18n/messages.${language}.ts`;
}

/**
 * Loads the messages of a namespace, together with all others of the language.
 *
 * @throws when they cannot be loaded.
 */
export async function loadMessages(namespace: Namespace, language: LanguageCode): Promise<MessageTree> {
  const { messages } = await scripts[language]();
  return messages[namespace];
}
