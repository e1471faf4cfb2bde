import { useTranslation } from 'react-i18next';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './Wishlist.module.css';

/** The placeholder of the wish list while it is loading. */
export function WishlistSkeleton() {
  const { t } = useTranslation('wishlist');
  return (
    <>
      <h1>{t('title')}</h1>
      <div className={styles.list}>
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} height="12rem" />
        ))}
      </div>
    </>
  );
}
