import type { ProductCardFragment } from '#web/apollo/ProductCardFragment.generated.ts';
import type { CollectionRef } from '#web/catalogue/listing-query.ts';
import { ProductCardWithActions } from '#web/catalogue/ProductCardWithActions.tsx';
import { CardSkeletons } from './GridSkeleton.tsx';
import styles from './ProductGrid.module.css';

interface ProductGridProps {
  products: readonly ProductCardFragment[];
  collection: CollectionRef | undefined;
  /** Five a row on larger screens instead of four. */
  wide: boolean;
  /** How many more are on their way. */
  pending: number;
}

/** How many covers are in sight when the page opens. */
const inSight = 4;

/** Books in rows (requirements.md 2.4): two on small screens, four on medium and larger ones. */
export function ProductGrid({ products, collection, wide, pending }: ProductGridProps) {
  return (
    <ul className={wide ? `${styles.grid} ${styles.wide}` : styles.grid}>
      {products.map((product, index) => (
        <li key={product.id} id={bookAnchor(product.id)} className={styles.book}>
          <ProductCardWithActions
            product={product}
            eager={index < inSight}
            confirmFirst={collection !== undefined}
          />
        </li>
      ))}
      <CardSkeletons count={pending} />
    </ul>
  );
}

/** Where a book stands in the page, for addresses that lead to it. */
export function bookAnchor(id: string): string {
  return `book-${encodeURIComponent(id)}`;
}
