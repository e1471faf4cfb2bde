import { memoize } from '#web/memoize.ts';
import { formatNumber } from './format.ts';
import type { LanguageCode } from './languages.ts';
import type { Messages, Namespace } from './messages.ts';

/** The values of a message's placeholders. `count` also selects its plural form. */
export type MessageValues = Readonly<Record<string, unknown>>;

/** The keys of a namespace, with dots between their levels and without plural forms: `listing.count`. */
type MessageKey<N extends Namespace> = Keys<Messages[N]>;

type Keys<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? WithoutPlural<Key>
    : `${Key}.${Keys<Texts[Key]>}`;
}[keyof Texts & string];

type WithoutPlural<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;

/** Returns the message of a key of the namespace. */
export type Translate<N extends Namespace> = (key: MessageKey<N>, values?: MessageValues) => string;

/**
 * Returns the message of a key, or undefined if there is none. A placeholder is `{{name}}`, or `{{count, number}}` for
 * a number in Indian grouping. With a `count`, the key's plural forms are tried first: `_zero` for 0, then the form
 * that `Intl.PluralRules` selects.
 */
export function findMessage(
  texts: unknown,
  language: LanguageCode,
  key: string,
  values: MessageValues = {},
): string | undefined {
  const text = listPluralSuffixes(language, values.count)
    .map((suffix) => readText(texts, key + suffix))
    .find((found) => found !== undefined);
  return text?.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isNumber?: string) => {
    const value = values[name];
    return isNumber !== undefined && typeof value === 'number' ? formatNumber(value) : String(value ?? '');
  });
}

const noSuffix = [''];
const getPluralRules = memoize((language: LanguageCode) => new Intl.PluralRules(language));

/** The suffixes of the key to try, in this order. */
function listPluralSuffixes(language: LanguageCode, count: unknown): string[] {
  if (typeof count !== 'number') return noSuffix;
  return [...(count === 0 ? ['_zero'] : []), `_${getPluralRules(language).select(count)}`, ''];
}

function readText(texts: unknown, key: string): string | undefined {
  let found: unknown = texts;
  for (const name of key.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = Reflect.get(found, name);
  }
  return typeof found === 'string' ? found : undefined;
}
