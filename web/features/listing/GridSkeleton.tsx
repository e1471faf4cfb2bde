import { ProductCardSkeleton } from '#web/catalogue/ProductCardSkeleton.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import styles from './GridSkeleton.module.css';
import gridStyles from './ProductGrid.module.css';

/** Nobody scrolls past this many placeholders before the products load. */
const maxPlaceholders = 200;

interface GridSkeletonProps {
  count: number;
  /** See `ProductGrid`. */
  wide: boolean;
}

/** The placeholder of a listing while it loads, with a spinner. */
export function GridSkeleton({ count, wide }: GridSkeletonProps) {
  const { t } = useTranslation('catalogue');
  return (
    <div className={styles.loading}>
      <div className={styles.spinner}>
        <Spinner text={t('listing.loading')} />
      </div>
      <ul className={wide ? `${gridStyles.grid} ${gridStyles.wide}` : gridStyles.grid}>
        <CardSkeletons count={count} />
      </ul>
    </div>
  );
}

/** List items with the placeholder of a product card. */
export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: Math.min(count, maxPlaceholders) }, (_, index) => index).map((index) => (
    <li key={`placeholder ${index}`} aria-hidden="true">
      <ProductCardSkeleton />
    </li>
  ));
}
