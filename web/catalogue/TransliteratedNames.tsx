import type { ProductCardFragment } from '#web/apollo/ProductCardFragment.generated.ts';
import { detectNameLanguage, getNameInScript } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';

/**
 * The transliterations of the title and the author into the reader's script. A name that is already in that script, or
 * whose transliteration is unknown, is omitted.
 */
export function TransliteratedNames({
  product,
  className,
}: {
  product: ProductCardFragment;
  className: string;
}) {
  const { language } = useTranslation('ui');
  const { name, author, transliteratedName, transliteratedAuthor } = product;
  const names = [
    getNameInScript(language, name, transliteratedName),
    author === null ? null : getNameInScript(language, author.name, transliteratedAuthor),
  ].filter((text) => text !== null);
  if (names.length === 0) return null;
  // The no-break space prevents a line from starting with the dot.
  const text = names.join('\u00a0· ');
  return (
    <p className={className} lang={detectNameLanguage(text)}>
      {text}
    </p>
  );
}
