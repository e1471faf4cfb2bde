import type { i18n } from 'i18next';
import { addNamespaces } from '#web/i18n/i18n.ts';
import { loadMessages, type Messages } from '#web/i18n/messages.ts';

/** Gives a message of the gateway in the page's language; as it is when the shop knows no words for it. */
export type TranslateMessage = (message: string) => string;

type Plural<Key> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key;
type GatewayKey = Plural<keyof Messages['serverMessages'] & string>;

interface KnownMessage {
  key: GatewayKey;
  pattern: RegExp;
  count: number | undefined;
}

/**
 * Reads the gateway's messages for shoppers, which are English (requirements.md 8), by the English file of
 * the texts: a message that stands there has its counterpart in the other languages.
 *
 * @throws when the texts cannot be fetched.
 */
export async function serverMessages(instance: i18n): Promise<TranslateMessage> {
  const [english] = await Promise.all([
    loadMessages('serverMessages', 'en'),
    addNamespaces(instance, ['serverMessages']),
  ]);
  const known = Object.entries(english).map(knownMessage);
  return (message) => {
    for (const { key, pattern, count } of known) {
      const values = pattern.exec(message)?.groups;
      if (values === undefined) continue;
      return instance.t(key, { ns: 'serverMessages', ...values, count: count ?? Number(values.count ?? 0) });
    }
    return message;
  };
}

/** The pattern of a text, its `{{values}}` as named groups. */
function knownMessage([name, text]: [string, unknown]): KnownMessage {
  const parts = String(text).split(/\{\{(\w+)\}\}/);
  const pattern = parts.map((part, place) => (place % 2 === 0 ? escaped(part) : `(?<${part}>\\d+)`));
  const key = name.replace(/_(one|other)$/, '');
  return {
    key: key as GatewayKey,
    // A group of its own, so that a match without values has groups too.
    pattern: new RegExp(`^(?<whole>${pattern.join('')})$`),
    count: name.endsWith('_one') ? 1 : undefined,
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
