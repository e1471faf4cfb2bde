import { useTranslation } from 'react-i18next';
import { ProductCardSkeleton } from '#web/catalogue/ProductCardSkeleton.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import styles from './GridSkeleton.module.css';
import grid from './ProductGrid.module.css';

/** More shapes than a reader scrolls past before the books come help nobody. */
const mostShapes = 200;

interface GridSkeletonProps {
  count: number;
  /** As in `ProductGrid`. */
  wide: boolean;
}

/** The shape of the books that are still to come, and over it the spinner of requirements.md 2.4. */
export function GridSkeleton({ count, wide }: GridSkeletonProps) {
  const { t } = useTranslation('catalogue');
  return (
    <div className={styles.waiting}>
      <div className={styles.spinner}>
        <Spinner text={t('listing.loading')} />
      </div>
      <ul className={wide ? `${grid.grid} ${grid.wide}` : grid.grid}>
        <CardSkeletons count={count} />
      </ul>
    </div>
  );
}

/** Items of the list, each of the shape of a book's card. */
export function CardSkeletons({ count }: { count: number }) {
  return Array.from({ length: Math.min(count, mostShapes) }, (_, place) => place).map((place) => (
    <li key={`to come ${place}`} aria-hidden="true">
      <ProductCardSkeleton />
    </li>
  ));
}
