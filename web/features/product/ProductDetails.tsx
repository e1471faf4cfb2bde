import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { scriptLanguage } from '#web/i18n/format.ts';
import styles from './ProductDetails.module.css';
import type { BookDetails } from './product-fields.ts';

/** The list of a book's details, in the order of requirements.md 2.6. */
export function ProductDetails({ product }: { product: BookDetails }) {
  const { t } = useTranslation('product');
  const language = product.language?.name;
  const rows = [
    { label: t('details.name'), text: product.name, inLanguage: language },
    { label: t('details.publication'), text: product.publisher?.name, collection: 'publisher' },
    { label: t('details.author'), text: product.author?.name, inLanguage: language, collection: 'author' },
    { label: t('details.category'), text: product.category?.name, collection: 'category' },
    { label: t('details.language'), text: language, collection: 'language' },
    { label: t('details.isbn'), text: product.isbn ?? undefined },
  ];
  return (
    <section>
      <h2 className={styles.title}>{t('details.title')}</h2>
      <dl className={styles.details}>
        {rows.map(({ label, text, inLanguage, collection }) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd lang={text === undefined ? undefined : scriptLanguage(text, inLanguage)}>
              {text === undefined ? (
                <span className="muted">{t('details.unknown')}</span>
              ) : collection === undefined ? (
                text
              ) : (
                <Link className="link" to={`/${collection}/${encodeURIComponent(text)}`}>
                  {text}
                </Link>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
