import { describe, expect, it } from 'vitest';
import { languages } from '#web/i18n/languages.ts';
import { namespaces, readTexts, removePluralSuffix, sources } from './message-files.ts';

/**
 * Matches what may be a key in a source: each string literal of word characters and dots, and templates such as
 * `` t(`a.${name}`) ``, which stand for several keys.
 */
const possibleKeyPattern = /'([\w.]+)'|\bt\(\s*`([\w.]*\$\{[^`]*)`/g;

/**
 * Matches a literal or template as the argument of a translate function: `t('key')`, or `tCart('key')` in a source that
 * uses several namespaces.
 */
const keyPattern = /\b(?:t|t[A-Z]\w*)\(\s*(?:'([\w.]+)'|`([\w.]*\$\{[^`]*)`)/g;

/** Matches the namespaces in calls of the hook and in the types of translate functions. */
const namespacePattern = /useTranslation\('(\w+)'\)|Translate<'(\w+)'>/g;

/**
 * The namespace of the texts for the gateway's errors. Its keys are built from error codes, and checked by
 * server-messages.test.ts.
 */
const errorNamespace = 'serverMessages';

describe('the message catalogue', () => {
  it.each(namespaces.filter((namespace) => namespace !== errorNamespace))(
    '%s has no unused message',
    (namespace) => {
      const used = sources.flatMap(([, text]) =>
        usesNamespace(text, namespace) ? findKeys(text, possibleKeyPattern) : [],
      );
      const known = listKeys(namespace);
      expect(known.size).toBeGreaterThan(0);
      expect([...known].filter((key) => !used.some((pattern) => pattern.test(key)))).toEqual([]);
    },
  );

  it('has the messages that the sources use', () => {
    const missing = sources.flatMap(([source, text]) => {
      const known = listUsedNamespaces(text).flatMap((namespace) => [...listKeys(namespace)]);
      const used = known.length === 0 ? [] : findKeys(text, keyPattern);
      return used
        .filter((pattern) => !known.some((key) => pattern.test(key)))
        .map(({ source: key }) => `${source}: ${key}`);
    });
    expect(missing).toEqual([]);
  });

  it.each(languages)(
    'in %s repeats the labels of the buttons “Order again” and “Cancel order” in their accessible names (WCAG 2.5.3)',
    (language) => {
      const pairs = namespaces.flatMap((namespace) => {
        const texts = readTexts(namespace, language);
        return [...texts].flatMap(([key, name]) =>
          key.endsWith('buttonOf') ? [{ name, label: texts.get(key.slice(0, -2)) }] : [],
        );
      });
      expect(pairs).toHaveLength(2);
      for (const { name, label } of pairs) expect(name).toContain(label);
    },
  );

  describe.each(languages.filter((language) => language !== 'en'))('in %s', (language) => {
    it.each(namespaces)('%s has the same keys as in English', (namespace) => {
      expect([...listKeys(namespace, language)].sort()).toEqual([...listKeys(namespace)].sort());
    });

    it.each(namespaces)('%s has the same placeholders and tags as in English', (namespace) => {
      const english = readTexts(namespace, 'en');
      const mismatches = [...readTexts(namespace, language)].filter(([key, text]) => {
        // A plural form may leave out the number, as in "the last copy".
        const originals = [...english].filter(
          ([englishKey]) => removePluralSuffix(englishKey) === removePluralSuffix(key),
        );
        return !originals.some(
          ([, original]) => joinPlaceholdersAndTags(original) === joinPlaceholdersAndTags(text),
        );
      });
      expect(mismatches).toEqual([]);
    });

    it.each(namespaces)('%s has every plural form of the language', (namespace) => {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const texts = readTexts(namespace, language);
      const plurals = [...texts.keys()]
        .filter((key) => removePluralSuffix(key) !== key)
        .map(removePluralSuffix);
      const missing = plurals.flatMap((key) =>
        forms.map((form) => `${key}_${form}`).filter((form) => !texts.has(form)),
      );
      expect(missing).toEqual([]);
    });

    it.each(namespaces)(
      '%s has letters of the language’s script in each text with words, and no digits but 0 to 9',
      (namespace) => {
        const { script = '' } = new Intl.Locale(language).maximize();
        const letter = new RegExp(`\\p{Script=${script}}`, 'u');
        const violations = [...readTexts(namespace, language)].filter(([, text]) => {
          const words = text.replaceAll(/\{\{[^}]*\}\}|<\/?\w+>|OTP|UPI|PDF|ISBN/g, '');
          return /(?![0-9])\p{Nd}/u.test(text) || (/\p{L}/u.test(words) && !letter.test(words));
        });
        expect(violations).toEqual([]);
      },
    );
  });
});

/** True also for sources without any namespace, because they may export keys that other sources use. */
function usesNamespace(text: string, namespace: string): boolean {
  const namespaces = listUsedNamespaces(text);
  return namespaces.length === 0 || namespaces.includes(namespace);
}

function listUsedNamespaces(text: string): string[] {
  return [...text.matchAll(namespacePattern)].map(([, hook, type]) => hook ?? type ?? '');
}

/** The keys in a source, as patterns because templates match several. */
function findKeys(text: string, pattern: RegExp): RegExp[] {
  return [...text.matchAll(pattern)].map(([, ...names]) => {
    const parts = (names.find((name) => name !== undefined) ?? '').split(/\$\{[^}]*\}/);
    return new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[^.]+')}$`);
  });
}

function listKeys(namespace: string, language = 'en'): Set<string> {
  return new Set([...readTexts(namespace, language).keys()].map(removePluralSuffix));
}

function joinPlaceholdersAndTags(text: string): string {
  return (text.match(/\{\{[^}]*\}\}|<\/?\w+>/g) ?? []).sort().join(' ');
}
