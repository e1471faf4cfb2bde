import type { LanguageCode } from '#web/i18n/languages.ts';

/** Translations of the state, the country and the payment methods in the default shop settings. */
const translations: Readonly<Record<string, Readonly<Record<Exclude<LanguageCode, 'en'>, string>>>> = {
  Maharashtra: { mr: 'महाराष्ट्र', hi: 'महाराष्ट्र' },
  India: { mr: 'भारत', hi: 'भारत' },
  'credit and debit cards': { mr: 'क्रेडिट आणि डेबिट कार्ड', hi: 'क्रेडिट और डेबिट कार्ड' },
  'net banking': { mr: 'नेट बँकिंग', hi: 'नेट बैंकिंग' },
  'cash on delivery': { mr: 'डिलिव्हरीच्या वेळी रोख', hi: 'डिलीवरी पर नक़द' },
};

/** Translates a value of the shop settings. Values without a translation stay as the shop wrote them. */
export function translateShopValue(language: Exclude<LanguageCode, 'en'>, value: string): string {
  return translations[value]?.[language] ?? value;
}
