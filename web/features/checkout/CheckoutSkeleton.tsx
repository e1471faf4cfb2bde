import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './CheckoutForm.module.css';

/** The placeholder of a checkout page while its lines are loading. */
export function CheckoutSkeleton({ title }: { title: string }) {
  return (
    <>
      <h1>{title}</h1>
      <div className={styles.columns}>
        <div className={styles.waiting}>
          <Skeleton height="7rem" />
          <Skeleton height="7rem" />
          <Skeleton height="6rem" />
        </div>
        <Skeleton height="18rem" />
      </div>
    </>
  );
}
