import { useId } from 'react';
import type { ProductCardFragment } from '../ProductCard.generated.ts';
import { BookCard } from './BookCard.tsx';
import styles from './BookStrip.module.css';

interface BookStripProps {
  title: string;
  products: readonly ProductCardFragment[];
  /** As in `BookCard`. */
  ask?: boolean;
}

/** A row of books to look along; keyboard and touch move it sideways. Nothing when there are none. */
export function BookStrip({ title, products, ask = false }: BookStripProps) {
  const heading = useId();
  if (products.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.strip}>
      <h2 id={heading}>{title}</h2>
      <ul className={styles.row}>
        {products.map((product) => (
          <li key={product.id} className={styles.book}>
            <BookCard product={product} ask={ask} />
          </li>
        ))}
      </ul>
    </section>
  );
}
