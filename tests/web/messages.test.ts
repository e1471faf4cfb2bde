import { describe, expect, it } from 'vitest';
import { languages } from '#web/i18n/languages.ts';
import { namespaces, sources, textsOf, withoutPlural } from './message-files.ts';

/** What a source may ask for: any string may be a key; `` t(`a.${which}`) `` asks for several. */
const quoted = /'([\w.]+)'|i18nKey="([\w.]+)"|\bt\(\s*`([\w.]*\$\{[^`]*)`/g;

/** What a source surely asks for: `t('key')`, or `ofCart('key')` where it reads several namespaces. */
const asking = /\b(?:t|t[A-Z]\w*|of[A-Z]\w*)\(\s*(?:'([\w.]+)'|`([\w.]*\$\{[^`]*)`)|i18nKey="([\w.]+)"/g;

/** The namespaces a source reads. Its keys may stand in a table of a neighbour that reads none. */
const reading = /(?:useTranslation|useTexts)\('(\w+)'\)|TFunction<'(\w+)'>/g;

/** The gateway's messages are looked up by their text, not by a key: see server-messages.test.ts. */
const byText = 'serverMessages';

describe('the message catalogue', () => {
  it.each(namespaces.filter((namespace) => namespace !== byText))(
    '%s has no text that nobody shows',
    (namespace) => {
      const asked = sources.flatMap(([, text]) =>
        readsNamespace(text, namespace) ? keysIn(text, quoted) : [],
      );
      const known = keysOf(namespace);
      expect(known.size).toBeGreaterThan(0);
      expect([...known].filter((key) => !asked.some((one) => one.test(key)))).toEqual([]);
    },
  );

  it('has every text that a source asks for', () => {
    const missing = sources.flatMap(([source, text]) => {
      const known = namespacesRead(text).flatMap((namespace) => [...keysOf(namespace)]);
      const asked = known.length === 0 ? [] : keysIn(text, asking);
      return asked
        .filter((one) => !known.some((key) => one.test(key)))
        .map(({ source: key }) => `${source}: ${key}`);
    });
    expect(missing).toEqual([]);
  });

  describe.each(languages.filter((language) => language !== 'en'))('in %s', (language) => {
    it.each(namespaces)('%s has the same texts as in English', (namespace) => {
      expect([...keysOf(namespace, language)].sort()).toEqual([...keysOf(namespace)].sort());
    });

    it.each(namespaces)('%s fills in the same values and tags', (namespace) => {
      const english = textsOf(namespace, 'en');
      const different = [...textsOf(namespace, language)].filter(([key, text]) => {
        // Of the plural forms any may do without its number: "the last copy".
        const originals = [...english].filter(([one]) => withoutPlural(one) === withoutPlural(key));
        return !originals.some(([, original]) => valuesIn(original) === valuesIn(text));
      });
      expect(different).toEqual([]);
    });

    it.each(namespaces)('%s has every plural form of the language', (namespace) => {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const texts = textsOf(namespace, language);
      const plurals = [...texts.keys()].filter((key) => withoutPlural(key) !== key).map(withoutPlural);
      const missing = plurals.flatMap((key) =>
        forms.map((form) => `${key}_${form}`).filter((form) => !texts.has(form)),
      );
      expect(missing).toEqual([]);
    });

    it.each(namespaces)('%s is written in Devanagari, with figures in Latin digits', (namespace) => {
      const wrong = [...textsOf(namespace, language)].filter(([, text]) => {
        const words = text.replaceAll(/\{\{[^}]*\}\}|<\/?\w+>|OTP|UPI|PDF|ISBN/g, '');
        return /[०-९]/.test(text) || (/\p{L}/u.test(words) && !/\p{Script=Devanagari}/u.test(words));
      });
      expect(wrong).toEqual([]);
    });
  });
});

/** Keys may also stand in a source that reads no namespace, for a neighbour to look up. */
function readsNamespace(text: string, namespace: string): boolean {
  const read = namespacesRead(text);
  return read.length === 0 || read.includes(namespace);
}

function namespacesRead(text: string): string[] {
  return [...text.matchAll(reading)].map(([, hook, type]) => hook ?? type ?? '');
}

/** The keys that a source names, as patterns for those they stand for. */
function keysIn(text: string, naming: RegExp): RegExp[] {
  return [...text.matchAll(naming)].map(([, ...names]) => {
    const parts = (names.find((name) => name !== undefined) ?? '').split(/\$\{[^}]*\}/);
    return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[^.]+')}$`);
  });
}

function keysOf(namespace: string, language = 'en'): Set<string> {
  return new Set([...textsOf(namespace, language).keys()].map(withoutPlural));
}

function valuesIn(text: string): string {
  return (text.match(/\{\{[^}]*\}\}|<\/?\w+>/g) ?? []).sort().join(' ');
}
