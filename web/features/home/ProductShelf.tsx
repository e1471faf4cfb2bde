import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { textLanguage } from '#web/i18n/format.ts';
import { usePageLanguage } from '#web/i18n/PageLanguage.tsx';
import { BookRow } from '#web/ui/BookRow.tsx';
import type { ProductCardFragment } from '#web/ui/ProductCard.generated.ts';
import { ProductCard } from '#web/ui/ProductCard.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './ProductShelf.module.css';

interface ProductShelfProps {
  title: string;
  /** Where all of them are. */
  address: string;
  /** Undefined while they are loaded. */
  products: readonly ProductCardFragment[] | undefined;
}

/** A titled row of books that leads to where all of them are. Nothing when there are none. */
export function ProductShelf({ title, address, products }: ProductShelfProps) {
  const { t } = useTranslation('home');
  const language = usePageLanguage();
  if (products?.length === 0) return null;
  return (
    <section className={`container ${styles.shelf}`} aria-label={title}>
      <div className={styles.head}>
        <h2 lang={textLanguage(title, language)}>{title}</h2>
        <Link to={address} className="link" aria-label={t('shelves.allOf', { name: title })}>
          {t('shelves.all')}
        </Link>
      </div>
      <BookRow>
        {products === undefined
          ? ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
              <li key={key}>
                <CardSkeleton />
              </li>
            ))
          : products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} place="strip" />
              </li>
            ))}
      </BookRow>
    </section>
  );
}

function CardSkeleton() {
  return (
    <div className={styles.skeleton}>
      <div className={styles.skeletonCover}>
        <Skeleton height="100%" />
      </div>
      <Skeleton height="1.25rem" width="85%" />
      <Skeleton height="1rem" width="60%" />
      <Skeleton height="1.25rem" width="40%" />
    </div>
  );
}
