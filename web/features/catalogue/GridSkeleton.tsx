import { useTranslation } from 'react-i18next';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import grid from './BookGrid.module.css';
import styles from './GridSkeleton.module.css';
import { pageSize } from './listing-query.ts';

/** The shape of a page of books that is still to come. */
export function GridSkeleton({ wide }: { wide: boolean }) {
  const { t } = useTranslation('catalogue');
  return (
    <>
      <p role="status" className="visually-hidden">
        {t('listing.loading')}
      </p>
      <div className={wide ? `${grid.grid} ${grid.wide}` : grid.grid}>
        {Array.from({ length: pageSize }, (_, place) => place).map((place) => (
          <div key={place} className={styles.card}>
            <div className={styles.cover}>
              <Skeleton height="100%" />
            </div>
            <Skeleton height="1.25rem" width="85%" />
            <Skeleton height="1rem" width="60%" />
            <Skeleton height="1.25rem" width="45%" />
            <Skeleton height="2.25rem" />
          </div>
        ))}
      </div>
    </>
  );
}
