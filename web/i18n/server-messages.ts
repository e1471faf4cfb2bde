import type { i18n } from 'i18next';
import { addNamespaces } from '#web/i18n/i18n.ts';
import { loadMessages, type Messages } from '#web/i18n/messages.ts';

/** Translates a message of the gateway into the page language. Returns unknown messages unchanged. */
export type TranslateMessage = (message: string) => string;

type Plural<Key> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key;
type ServerMessageKey = Plural<keyof Messages['serverMessages'] & string>;

interface MessagePattern {
  key: ServerMessageKey;
  pattern: RegExp;
  count: number | undefined;
}

/**
 * Creates the translation function for the gateway's messages. The gateway sends them in English (requirements.md 8).
 * They are matched against the English messages, whose keys identify the translations.
 *
 * @throws when the messages cannot be loaded.
 */
export async function createServerTranslator(instance: i18n): Promise<TranslateMessage> {
  const [english] = await Promise.all([
    loadMessages('serverMessages', 'en'),
    addNamespaces(instance, ['serverMessages']),
  ]);
  const patterns = Object.entries(english).map(toPattern);
  return (message) => {
    for (const { key, pattern, count } of patterns) {
      const values = pattern.exec(message)?.groups;
      if (values === undefined) continue;
      return instance.t(key, { ns: 'serverMessages', ...values, count: count ?? Number(values.count ?? 0) });
    }
    return message;
  };
}

/** Converts a message to a pattern with its `{{values}}` as named groups. */
function toPattern([name, text]: [string, unknown]): MessagePattern {
  const parts = String(text).split(/\{\{(\w+)\}\}/);
  const pattern = parts.map((part, index) => (index % 2 === 0 ? escapeRegExp(part) : `(?<${part}>\\d+)`));
  const key = name.replace(/_(one|other)$/, '');
  return {
    key: key as ServerMessageKey,
    // The outer group makes `groups` defined for messages without values.
    pattern: new RegExp(`^(?<whole>${pattern.join('')})$`),
    count: name.endsWith('_one') ? 1 : undefined,
  };
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
