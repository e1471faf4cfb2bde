import { type ReactNode, useId } from 'react';
import { BookRow } from '../BookRow.tsx';
import type { ProductCardFragment } from '../ProductCard.generated.ts';
import { BookCard } from './BookCard.tsx';
import { BookCardSkeleton } from './BookCardSkeleton.tsx';
import styles from './BookStrip.module.css';

/** As many as are in sight on a wide screen. */
const shapes = Array.from({ length: 6 }, (_, place) => place);

interface BookStripProps {
  title: string;
  /** Undefined while they are loaded. */
  products: readonly ProductCardFragment[] | undefined;
  /** As in `BookCard`. */
  ask?: boolean;
  /** What can be done with the row as a whole. */
  action?: ReactNode;
}

/** A titled row of books with what can be done with each. Nothing when there are none. */
export function BookStrip({ title, products, ask = false, action }: BookStripProps) {
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
      <BookRow>
        {products === undefined
          ? shapes.map((place) => (
              <li key={place} aria-hidden="true">
                <BookCardSkeleton />
              </li>
            ))
          : products.map((product) => (
              <li key={product.id}>
                <BookCard product={product} place="strip" ask={ask} />
              </li>
            ))}
      </BookRow>
    </section>
  );
}
