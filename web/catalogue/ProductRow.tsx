import { type ReactNode, useId } from 'react';
import { ScrollRow } from '#web/ui/ScrollRow.tsx';
import type { ProductCardFragment } from './ProductCard.generated.ts';
import { ProductCardSkeleton } from './ProductCardSkeleton.tsx';
import { ProductCardWithActions } from './ProductCardWithActions.tsx';
import styles from './ProductRow.module.css';

/** As many as are in sight on a wide screen. */
const shapes = Array.from({ length: 6 }, (_, place) => place);

interface BookStripProps {
  title: string;
  /** Undefined while they are loaded. */
  products: readonly ProductCardFragment[] | undefined;
  /** As in `ProductCardWithActions`. */
  ask?: boolean;
  /** What can be done with the row as a whole. */
  action?: ReactNode;
}

/** A titled row of books with what can be done with each. Nothing when there are none. */
export function ProductRow({ title, products, ask = false, action }: BookStripProps) {
  const heading = useId();
  if (products?.length === 0) return null;
  return (
    <section
      aria-labelledby={heading}
      aria-busy={products === undefined}
      className={`no-print ${styles.strip}`}
    >
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {action}
      </div>
      <ScrollRow>
        {products === undefined
          ? shapes.map((place) => (
              <li key={place} aria-hidden="true">
                <ProductCardSkeleton />
              </li>
            ))
          : products.map((product) => (
              <li key={product.id}>
                <ProductCardWithActions product={product} place="strip" ask={ask} />
              </li>
            ))}
      </ScrollRow>
    </section>
  );
}
