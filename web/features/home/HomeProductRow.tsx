import { Link } from 'react-router-dom';
import type { ProductCardFragment } from '#web/apollo/ProductCardFragment.generated.ts';
import { ProductCard } from '#web/catalogue/ProductCard.tsx';
import { detectTextLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { ScrollRow } from '#web/ui/ScrollRow.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './HomeProductRow.module.css';

interface HomeProductRowProps {
  title: string;
  /** The path of the full listing, of which the row shows only some products. */
  href: string;
  /** Undefined while they load. */
  products?: readonly ProductCardFragment[];
}

/** A titled row of products with a link to the full listing. Renders nothing for an empty list. */
export function HomeProductRow({ title, href, products }: HomeProductRowProps) {
  const { t, language } = useTranslation('home');
  if (products?.length === 0) return null;
  return (
    <section className={styles.row} aria-label={title}>
      <div className={styles.head}>
        <h2 lang={detectTextLanguage(title, language)}>{title}</h2>
        <Link to={href} className="link" aria-label={t('collections.allOf', { name: title })}>
          {t('collections.all')}
        </Link>
      </div>
      <ScrollRow>
        {products === undefined
          ? ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
              <li key={key}>
                <CardSkeleton />
              </li>
            ))
          : products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} slot="row" />
              </li>
            ))}
      </ScrollRow>
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
