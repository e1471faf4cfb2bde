import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './ProductCardSkeleton.module.css';

/** Placeholder for a product card that is still loading. */
export function ProductCardSkeleton() {
  return (
    <div className={styles.card}>
      <div className={styles.cover}>
        <Skeleton height="100%" />
      </div>
      <div className={styles.name}>
        <Skeleton height="1.125rem" width="85%" />
      </div>
      <div className={styles.author}>
        <Skeleton height="0.875rem" width="60%" />
      </div>
      <div className={styles.price}>
        <Skeleton height="1rem" width="45%" />
      </div>
      <div className={styles.actions}>
        <Skeleton height="2.25rem" />
      </div>
    </div>
  );
}
