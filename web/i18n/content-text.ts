import { detectNameLanguage, detectProseLanguage } from './format.ts';
import type { LanguageCode } from './languages.ts';

/** A text from the shop's records, as the page shows it. */
export interface ContentText {
  text: string;
  /** The `lang` attribute; undefined for a translation into the language of the page, and for an unknown language. */
  lang: string | undefined;
}

/** The translation of a record into the language of the page, if the shop has one. */
export function findTranslation<T extends { language: string }>(
  translations: readonly T[] | undefined,
  pageLanguage: LanguageCode,
): T | undefined {
  return translations?.find(({ language }) => language === pageLanguage);
}

/** Chooses the translation of a short text such as a title; without one, the text as the shop wrote it. */
export function chooseText(text: string, translated: string | null | undefined): ContentText {
  return translated == null
    ? { text, lang: detectNameLanguage(text) }
    : { text: translated, lang: undefined };
}

/** A collection with its name in other languages. Only categories have translations. */
interface NamedCollection {
  name: string;
  translations?: readonly { language: string; name: string }[];
}

/** The name to show for a collection. URLs and filters use the original name. */
export function chooseName({ name, translations }: NamedCollection, pageLanguage: LanguageCode): ContentText {
  return chooseText(name, findTranslation(translations, pageLanguage)?.name);
}

/** A product with its description in other languages. */
interface DescribedProduct {
  description: string | null;
  translations: readonly { language: string; description: string }[];
  language: { name: string } | null;
}

/** The description of a product in the language of the page; otherwise as the shop wrote it; null if there is none. */
export function chooseDescription(product: DescribedProduct, pageLanguage: LanguageCode): ContentText | null {
  const translated = findTranslation(product.translations, pageLanguage)?.description;
  if (translated !== undefined) return { text: translated, lang: undefined };
  const { description, language } = product;
  return description === null
    ? null
    : { text: description, lang: detectProseLanguage(description, language?.name) };
}
