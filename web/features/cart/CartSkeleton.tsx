import { useTranslation } from 'react-i18next';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './Cart.module.css';

/** The placeholder of the cart while it is loading. */
export function CartSkeleton() {
  const { t } = useTranslation('cart');
  return (
    <>
      <h1>{t('title')}</h1>
      <div className={styles.columns}>
        <div className={styles.waiting}>
          <Skeleton height="9rem" />
          <Skeleton height="9rem" />
          <Skeleton height="9rem" />
        </div>
        <Skeleton height="19rem" />
      </div>
    </>
  );
}
