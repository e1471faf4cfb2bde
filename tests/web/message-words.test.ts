import { describe, expect, it } from 'vitest';
import type { InformationText } from '#web/features/content/information-texts.ts';
import * as englishInformation from '#web/features/content/information-texts.ts';
import * as hindiInformation from '#web/features/content/information-texts-hi.ts';
import * as marathiInformation from '#web/features/content/information-texts-mr.ts';
import { listQuestions as listEnglishQuestions, type Question } from '#web/features/content/questions.ts';
import { listQuestions as listHindiQuestions } from '#web/features/content/questions-hi.ts';
import { listQuestions as listMarathiQuestions } from '#web/features/content/questions-mr.ts';
import type { Shop } from '#web/shop/shop.ts';
import { demoShop } from '../demo-shop.ts';
import { namespaces, readTexts } from './message-files.ts';

/** English terms with their Marathi and Hindi translations. The patterns match the inflections that the texts contain. */
const terms: [english: RegExp, marathi: RegExp, hindi: RegExp][] = [
  [/\bwish ?list\b/i, /आवडी(ची|च्या) यादी/, /पसंदीदा सूची/],
  [/\bcart\b/i, /कार्ट/, /कार्ट/],
  [/\bcoupons?\b/i, /कूपन/, /कूपन/],
  [/\borders?\b/i, /ऑर्डर/, /ऑर्डर/],
  [/\b(books?|products?)\b/i, /पुस्तक/, /किताब/],
  [/\bcop(y|ies)\b(?! (link|or sell))|\bquantity\b/i, /प्रत/, /प्रति/],
  [/\bauthors?\b/i, /लेखक/, /लेखक/],
  [/\bpublish(er|ers|ing)\b(?! house)/i, /प्रकाशक/, /प्रकाशक/],
  [/\bcategor(y|ies)\b/i, /विभाग/, /श्रेण/],
  [/(?<!e-?mail )\baddress(es)?\b/i, /पत्त/, /पत[ाेो]/],
  [/\bpin ?code\b/i, /पिनकोड/, /पिन कोड/],
  [/\bdistrict\b/i, /जिल्हा/, /ज़िला/],
  [/\bnumber\b/i, /क्रमांक/, /नंबर/],
  [/\be-?mail\b/i, /ई-मेल/, /ई-मेल/],
  [/\bpassword\b/i, /पासवर्ड/, /पासवर्ड/],
  [/\baccount\b/i, /खात/, /खात/],
  [/\blog(ged|ging)? ?out\b/i, /लॉग आउट/, /लॉग आउट/],
  [/\bdemo\b/i, /नमुना/, /नमून/],
  [/\bfilters\b/i, /फिल्टर/, /फ़िल्टर/],
  [/\bshipping\b/i, /शिपिंग/, /शिपिंग/],
  [/\bdelivery\b/i, /डिलिव्हरी/, /डिलीवरी/],
  [/\bdamaged\b/i, /खराब/, /ख़राब/],
  [/\bdefective\b/i, /सदोष/, /दोषपूर्ण/],
];

/** The information pages and the answers of the FAQ in each language, in the same order. */
const longTexts = {
  en: listLongTexts(englishInformation, listEnglishQuestions),
  mr: listLongTexts(marathiInformation, listMarathiQuestions),
  hi: listLongTexts(hindiInformation, listHindiQuestions),
};

/** Postpositions: they follow the word they belong to, so none of them can be the label in front of a form field. */
const postpositions = /^(पासून|पर्यंत|साठी|मध्ये|वर|से|तक|में|पर|का|की|के)$/;

describe.each([
  { language: 'mr', column: 1, wrongSentenceEnd: /।/ },
  { language: 'hi', column: 2, wrongSentenceEnd: /(?:\p{Script=Devanagari}|\}\})\.(?!\.)/u },
] as const)('the texts in $language', ({ language, column, wrongSentenceEnd }) => {
  const messages = namespaces.flatMap((namespace) => {
    const english = readTexts(namespace, 'en');
    return [...readTexts(namespace, language)].map(([key, text]) => ({
      key: `${namespace}: ${key}`,
      english: (english.get(key) ?? '').replaceAll(/\{\{[^}]*\}\}/g, ''),
      text,
    }));
  });
  const translated = longTexts[language];
  const texts = [
    ...messages,
    ...longTexts.en.map((english, index) => ({ key: english, english, text: translated[index] ?? '' })),
  ];

  it('translate each term consistently', () => {
    expect(translated).toHaveLength(longTexts.en.length);
    const deviations = terms.flatMap((term) =>
      texts
        .filter(({ english, text }) => term[0].test(english) && !term[column].test(text))
        .map(({ key, text }) => `${key}: “${text}” does not match ${term[column].source}`),
    );
    expect(deviations).toEqual([]);
  });

  it('spell each word consistently', () => {
    const spellings = new Map<string, Set<string>>();
    for (const word of texts.flatMap(({ text }) => text.match(/[\p{Script=Devanagari}\p{M}]+/gu) ?? [])) {
      const variants = spellings.get(normalizeSpelling(word)) ?? new Set();
      spellings.set(normalizeSpelling(word), variants.add(word));
    }
    expect(spellings.size).toBeGreaterThan(300);
    expect([...spellings.values()].filter((variants) => variants.size > 1)).toEqual([]);
  });

  it('end sentences with the punctuation of the language', () => {
    expect(texts.filter(({ text }) => wrongSentenceEnd.test(text))).toEqual([]);
  });

  it('have no postposition as a label', () => {
    expect(texts.filter(({ text }) => postpositions.test(text))).toEqual([]);
  });
});

it('Marathi texts attach endings to quotations and months', () => {
  // The date of a delivery follows a comma and ends with the month. Other dates end with the year.
  const endings = /(?:[”’]|, \{\{date\}\}) (?:चा|ची|चे|च्या|ला|वर|मध्ये|साठी|पर्यंत)(?!\p{L})/u;
  expect(listMarathiTexts().filter((text) => endings.test(text))).toEqual([]);
});

it('Marathi texts address women and men in the same words', () => {
  expect(listMarathiTexts().filter((text) => /(ला|ली) आहात/.test(text))).toEqual([]);
});

function listMarathiTexts(): string[] {
  return [...namespaces.flatMap((namespace) => [...readTexts(namespace, 'mr').values()]), ...longTexts.mr];
}

function listLongTexts(
  information: Readonly<Record<string, InformationText>>,
  listQuestions: (shop: Shop) => readonly Question[],
): string[] {
  // The legal name is not translated. It may contain one of the terms, such as “Publishers”.
  const shop = { ...demoShop, legalName: '' };
  const pages = Object.keys(information)
    .sort()
    .map((name) => information[name]?.(shop));
  return [...listStrings(pages), ...listQuestions(shop).map(({ answer }) => answer)];
}

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : [];
}

/**
 * Unifies optional spellings: removes the nukta, and writes anusvara for every chandrabindu, and for a nasal consonant
 * before a plosive or another nasal (क to म).
 */
function normalizeSpelling(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll('\u093c', '')
    .replaceAll('ँ', 'ं')
    .replaceAll(/[ङञणनम]्(?=[क-म])/g, 'ं');
}
