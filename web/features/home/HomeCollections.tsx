import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { useHomeCollectionsQuery } from './HomeCollections.generated.ts';
import styles from './HomeCollections.module.css';
import { HomeProductRow } from './HomeProductRow.tsx';

/** The number of languages shown as a row of products. */
const maxLanguageRows = 6;

interface HomeCollectionsProps {
  /** Shown after the newest products. */
  children: ReactNode;
}

/** The newest products, the categories, and a row of products for each of the largest languages. */
export function HomeCollections({ children }: HomeCollectionsProps) {
  const { t } = useTranslation('home');
  const query = useHomeCollectionsQuery();
  const { data } = query;
  const languages = [...(data?.languages ?? [])]
    .sort((a, b) => b.productCount - a.productCount)
    .slice(0, maxLanguageRows);
  const newest = { title: t('collections.newest'), href: '/product' };
  const categories = (data?.categories ?? []).filter(({ productCount }) => productCount > 0);
  return (
    <div className={`container ${styles.collections}`}>
      {data === undefined ? (
        <QueryFallback query={query} skeleton={<HomeProductRow {...newest} />} errorMessage={t('failed')} />
      ) : (
        <HomeProductRow {...newest} products={data.newest.edges.map(({ node }) => node)} />
      )}
      {children}
      {categories.length > 0 && (
        <nav aria-labelledby="categories-title">
          <h2 id="categories-title" className={styles.title}>
            {t('collections.categories')}
          </h2>
          <ul className={styles.categories}>
            {categories.map(({ id, name, productCount }) => (
              <li key={id}>
                <Link to={`/category/${encodeURIComponent(name)}`} className={styles.category}>
                  <span className={styles.categoryName} lang={detectNameLanguage(name)}>
                    {name}
                  </span>
                  <span className="muted">{t('collections.count', { count: productCount })}</span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {languages.map(({ id, name, products }) => (
        <HomeProductRow
          key={id}
          title={name}
          href={`/language/${encodeURIComponent(name)}`}
          products={products.edges.map(({ node }) => node)}
        />
      ))}
    </div>
  );
}
