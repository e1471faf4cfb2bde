import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { getCollectionPath } from '#web/catalogue/collections.ts';
import { chooseName } from '#web/i18n/content-text.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { QueryFallback } from '#web/ui/QueryFallback.tsx';
import { useHomeCollectionsQuery } from './HomeCollections.generated.ts';
import styles from './HomeCollections.module.css';
import { HomeProductRow } from './HomeProductRow.tsx';

/** The maximum number of languages that have a row of products. */
const maxLanguageRows = 6;

interface HomeCollectionsProps {
  /** Shown after the newest products. */
  children: ReactNode;
}

/** The newest products, the categories, and a row of products for each of the languages with the most products. */
export function HomeCollections({ children }: HomeCollectionsProps) {
  const { t, language } = useTranslation('home');
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
            {categories.map((category) => {
              const { text, lang } = chooseName(category, language);
              return (
                <li key={category.id}>
                  <Link to={getCollectionPath('category', category.name)} className={styles.category}>
                    <span className={styles.categoryName} lang={lang}>
                      {text}
                    </span>
                    <span className="muted">{t('collections.count', { count: category.productCount })}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
      )}
      {languages.map(({ id, name, products }) => (
        <HomeProductRow
          key={id}
          title={name}
          href={getCollectionPath('language', name)}
          products={products.edges.map(({ node }) => node)}
        />
      ))}
    </div>
  );
}
