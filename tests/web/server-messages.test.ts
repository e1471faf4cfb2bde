import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createI18n } from '#web/i18n/i18n.ts';
import english from '#web/i18n/locales/en/serverMessages.json' with { type: 'json' };
import { createServerTranslator } from '#web/i18n/server-messages.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The folders with the gateway's messages for shoppers. Messages for partner applications are not translated. */
const messageFolders = [
  'gateway/graphql/resolvers',
  'gateway/customers',
  'gateway/domain',
  'gateway/orders',
  'gateway/quota',
  'gateway/auth',
  'gateway/rest',
];

/** A string literal that holds a sentence. */
const sentence = /(?<quote>['"`])(?<text>[A-Z][a-z]+ (?:(?!\k<quote>|\n).)*)\k<quote>/g;

/** Texts that no shopper reads: errors for developers, log messages, and errors of the REST endpoints to recognize. */
const internalTexts = [
  /^The argument '/,
  /^The filter has /,
  /^An order has at most /,
  /^The key must consist of 8 to 128 /,
  /^An order of a single product must have exactly one line\.$/,
  /^Each product must be in one line only\.$/,
  /^Duplicate entry$/,
  /^Not enough stock for product$/,
];

function sourcesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('partners'))
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8'));
}

function sentencesIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|new \w*Error\([\s\S]*?\)/g, '');
  return [...code.matchAll(sentence)].map(({ groups }) => groups?.text ?? '');
}

describe.each(['mr', 'hi'] as const)("the gateway's messages in %s", (language) => {
  it('have a translation for every message shown to shoppers', async () => {
    const translate = await createServerTranslator(await createI18n(language, []));
    const messages = messageFolders
      .flatMap(sourcesBelow)
      .flatMap(sentencesIn)
      .filter((text) => !internalTexts.some((pattern) => pattern.test(text)))
      .map((text) => text.replaceAll(/\$\{[^}]*\}/g, '7'));
    expect(messages.length).toBeGreaterThan(30);
    expect(messages.filter((message) => !/\p{Script=Devanagari}/u.test(translate(message)))).toEqual([]);
  });

  it('keep the numbers in the message', async () => {
    const translate = await createServerTranslator(await createI18n(language, []));
    expect(translate('Too many attempts. Please try again in 12 minutes.')).toContain('12');
    expect(translate('Please use 300 characters or fewer.')).toContain('300');
    expect(translate('Too many attempts. Please try again in a minute.')).toMatch(/एक/);
  });

  it('leave unknown messages unchanged', async () => {
    const translate = await createServerTranslator(await createI18n(language, []));
    expect(translate('The warehouse is closed on Sundays.')).toBe('The warehouse is closed on Sundays.');
  });
});

describe("the gateway's messages", () => {
  it('are all sent by the gateway or the REST service', () => {
    const sources = ['gateway', 'rest-api'].flatMap(sourcesBelow).join('\n');
    const unused = Object.values(english).filter((text) => {
      const parts = text.split(/\{\{\w+\}\}/);
      return !parts.every((part) => sources.includes(part));
    });
    expect(unused).toEqual([]);
  });
});
