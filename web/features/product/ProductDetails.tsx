import { Link } from 'react-router-dom';
import { getCollectionPath } from '#web/catalogue/collections.ts';
import { chooseName } from '#web/i18n/content-text.ts';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import styles from './ProductDetails.module.css';
import type { ProductFields } from './product-fields.ts';

/** The Product Details list: the rows of requirements.md 2.6 in their order, then other facts about the book. */
export function ProductDetails({ product }: { product: ProductFields }) {
  const { t, language: pageLanguage } = useTranslation('product');
  const language = product.language?.name;
  const facts = [
    { label: t('details.translator'), value: product.translator },
    { label: t('details.edition'), value: product.edition },
    { label: t('details.publicationYear'), value: product.publicationYear },
    { label: t('details.firstPublicationYear'), value: product.firstPublicationYear },
    { label: t('details.pageCount'), value: product.pageCount },
    { label: t('details.binding'), value: product.binding },
    { label: t('details.ageGroup'), value: product.ageGroup },
  ];
  const rows = [
    { label: t('details.name'), text: product.name, textLanguage: language },
    { label: t('details.publication'), text: product.publisher?.name, dimension: 'publisher' as const },
    {
      label: t('details.author'),
      text: product.author?.name,
      textLanguage: language,
      dimension: 'author' as const,
    },
    {
      label: t('details.category'),
      text: product.category?.name,
      dimension: 'category' as const,
      shownName: product.category === null ? undefined : chooseName(product.category, pageLanguage),
    },
    { label: t('details.language'), text: language, dimension: 'language' as const },
    { label: t('details.isbn'), text: product.isbn ?? undefined },
    ...facts
      .filter(({ value }) => value !== null)
      .map(({ label, value }) => ({ label, text: String(value) })),
  ];
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{t('details.title')}</h2>
      <dl className={styles.details}>
        {rows.map(({ label, text, textLanguage, dimension, shownName }) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd
              lang={shownName === undefined ? detectNameLanguage(text ?? '', textLanguage) : shownName.lang}
            >
              {text === undefined ? (
                <span className="muted">{t('details.unknown')}</span>
              ) : dimension === undefined ? (
                text
              ) : (
                <Link className="link" to={getCollectionPath(dimension, text)}>
                  {shownName?.text ?? text}
                </Link>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
