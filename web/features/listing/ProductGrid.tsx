import type { ProductCardFragment } from '#web/apollo/ProductCardFragment.generated.ts';
import type { CollectionRef } from '#web/catalogue/listing-query.ts';
import { ProductCardWithActions } from '#web/catalogue/ProductCardWithActions.tsx';
import { CardSkeletons } from './GridSkeleton.tsx';
import styles from './ProductGrid.module.css';

interface ProductGridProps {
  products: readonly ProductCardFragment[];
  collection: CollectionRef | undefined;
  /** Whether the largest screens show five products per row instead of four. */
  wide: boolean;
  /** The number of products in the further pages that are loading. */
  pendingCount: number;
}

/** The number of covers that load eagerly, because they are usually above the fold. */
const eagerCoverCount = 4;

/**
 * The grid of a listing (requirements.md 2.4): two products per row on small screens, four on medium and larger ones,
 * and five on the largest if `wide` is set.
 */
export function ProductGrid({ products, collection, wide, pendingCount }: ProductGridProps) {
  return (
    <ul className={wide ? `${styles.grid} ${styles.wide}` : styles.grid}>
      {products.map((product, index) => (
        <li key={product.id} id={getProductElementId(product.sku)} className={styles.product}>
          <ProductCardWithActions
            product={product}
            eager={index < eagerCoverCount}
            addFlow={collection === undefined ? 'listing' : 'collection'}
          />
        </li>
      ))}
      <CardSkeletons count={pendingCount} />
    </ul>
  );
}

/** The element id of a product in the grid, for links that scroll to it. */
export function getProductElementId(sku: string): string {
  return `book-${encodeURIComponent(sku)}`;
}
