import { type ReactNode, useId } from 'react';
import type { ProductCardFragment } from '#web/apollo/ProductCardFragment.generated.ts';
import type { AddFlow } from '#web/cart/use-add-to-cart.ts';
import { ScrollRow } from '#web/ui/ScrollRow.tsx';
import { ProductCardSkeleton } from './ProductCardSkeleton.tsx';
import { ProductCardWithActions } from './ProductCardWithActions.tsx';
import styles from './ProductRow.module.css';

/** Enough placeholders to fill a wide screen. */
const skeletonKeys = Array.from({ length: 6 }, (_, index) => index);

interface ProductRowProps {
  title: string;
  /** Undefined while they load. */
  products: readonly ProductCardFragment[] | undefined;
  /** See `ProductCardWithActions`. */
  addFlow?: AddFlow;
  /** A button for the whole row. */
  action?: ReactNode;
}

/** A titled row of product cards with their actions. Renders nothing for an empty list. */
export function ProductRow({ title, products, addFlow = 'row', action }: ProductRowProps) {
  const headingId = useId();
  if (products?.length === 0) return null;
  return (
    <section
      aria-labelledby={headingId}
      aria-busy={products === undefined}
      className={`no-print ${styles.row}`}
    >
      <div className={styles.head}>
        <h2 id={headingId}>{title}</h2>
        {action}
      </div>
      <ScrollRow>
        {products === undefined
          ? skeletonKeys.map((key) => (
              <li key={key} aria-hidden="true">
                <ProductCardSkeleton />
              </li>
            ))
          : products.map((product) => (
              <li key={product.id}>
                <ProductCardWithActions product={product} slot="row" addFlow={addFlow} />
              </li>
            ))}
      </ScrollRow>
    </section>
  );
}
