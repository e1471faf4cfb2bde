import { useId } from 'react';
import { BookRow } from '../BookRow.tsx';
import type { ProductCardFragment } from '../ProductCard.generated.ts';
import { BookCard } from './BookCard.tsx';
import styles from './BookStrip.module.css';

interface BookStripProps {
  title: string;
  products: readonly ProductCardFragment[];
  /** As in `BookCard`. */
  ask?: boolean;
}

/** A titled row of books with what can be done with each. Nothing when there are none. */
export function BookStrip({ title, products, ask = false }: BookStripProps) {
  const heading = useId();
  if (products.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={styles.strip}>
      <h2 id={heading}>{title}</h2>
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
