import type app from '#web/app/messages.en.json';
import type home from '#web/features/home/messages.en.json';
import type pages from '#web/features/pages/messages.en.json';
import type shopping from '#web/shopping/messages.en.json';
import type ui from '#web/ui/messages.en.json';
import type { LanguageCode } from './languages.ts';

/** The message catalogue: one namespace a feature, its keys those of the English file. One line each. */
export interface Messages {
  app: typeof app;
  home: typeof home;
  pages: typeof pages;
  shopping: typeof shopping;
  ui: typeof ui;
}

export type Namespace = keyof Messages;

/** The texts of one namespace in one language. */
export type MessageTree = Record<string, unknown>;

/** What every page needs: the layout and the parts that features share. */
export const sharedNamespaces = ['app', 'shopping', 'ui'] as const satisfies readonly Namespace[];

/** The browser fetches the texts of a page with its scripts; the server has all of them at hand. */
const onDemand = import.meta.env.SSR
  ? {}
  : import.meta.glob<MessageTree>(['../{app,shopping,ui}/messages.*.json', '../features/*/messages.*.json'], {
      import: 'default',
    });
const atHand = import.meta.env.SSR
  ? import.meta.glob<MessageTree>(['../{app,shopping,ui}/messages.*.json', '../features/*/messages.*.json'], {
      import: 'default',
      eager: true,
    })
  : {};

/** The file of a namespace, as the build's manifest names it. */
export function messageFile(namespace: Namespace, language: LanguageCode): string {
  const shared: readonly Namespace[] = sharedNamespaces;
  const folder = shared.includes(namespace) ? namespace : `features/${namespace}`;
  return `${folder}/messages.${language}.json`;
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
