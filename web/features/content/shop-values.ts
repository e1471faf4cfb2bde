import type { LanguageCode } from '#web/i18n/languages.ts';

/** The words of the default shop settings in other languages. */
const words: Readonly<Record<string, Readonly<Record<Exclude<LanguageCode, 'en'>, string>>>> = {
  Maharashtra: { mr: 'महाराष्ट्र', hi: 'महाराष्ट्र' },
  India: { mr: 'भारत', hi: 'भारत' },
  'credit and debit cards': { mr: 'क्रेडिट आणि डेबिट कार्ड', hi: 'क्रेडिट और डेबिट कार्ड' },
  'net banking': { mr: 'नेट बँकिंग', hi: 'नेट बैंकिंग' },
  'cash on delivery': { mr: 'कॅश ऑन डिलिव्हरी', hi: 'कैश ऑन डिलीवरी' },
};

/** Translates a value of the shop settings; one that the default settings do not contain stays as the shop wrote it. */
export function translateShopValue(language: Exclude<LanguageCode, 'en'>, value: string): string {
  return words[value]?.[language] ?? value;
}
