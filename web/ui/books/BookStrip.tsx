import { type ReactNode, useId } from 'react';
import { BookRow } from '../BookRow.tsx';
import type { ProductCardFragment } from '../ProductCard.generated.ts';
import { BookCard } from './BookCard.tsx';
import styles from './BookStrip.module.css';

interface BookStripProps {
  title: string;
  products: readonly ProductCardFragment[];
  /** As in `BookCard`. */
  ask?: boolean;
  /** What can be done with the row as a whole. */
  action?: ReactNode;
}

/** A titled row of books with what can be done with each. Nothing when there are none. */
export function BookStrip({ title, products, ask = false, action }: BookStripProps) {
  const heading = useId();
  if (products.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={`no-print ${styles.strip}`}>
      <div className={styles.head}>
        <h2 id={heading}>{title}</h2>
        {action}
      </div>
      <BookRow>
        {products.map((product) => (
          <li key={product.id}>
            <BookCard product={product} place="strip" ask={ask} />
          </li>
        ))}
      </BookRow>
    </section>
  );
}
