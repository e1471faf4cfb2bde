import { BookCard } from '#web/ui/books/BookCard.tsx';
import type { ProductCardFragment } from '#web/ui/ProductCard.generated.ts';
import styles from './BookGrid.module.css';
import { CardSkeletons } from './GridSkeleton.tsx';
import type { Shelf } from './listing-query.ts';

interface BookGridProps {
  products: readonly ProductCardFragment[];
  shelf: Shelf | undefined;
  /** Five a row on larger screens instead of four. */
  wide: boolean;
  /** How many more are on their way. */
  pending: number;
}

/** How many covers are in sight when the page opens. */
const inSight = 4;

/** Books in rows (requirements.md 2.4): two on small screens, four on medium and larger ones. */
export function BookGrid({ products, shelf, wide, pending }: BookGridProps) {
  return (
    <ul className={wide ? `${styles.grid} ${styles.wide}` : styles.grid}>
      {products.map((product, index) => (
        <li key={product.id} id={bookAnchor(product.id)} className={styles.book}>
          <BookCard product={product} eager={index < inSight} ask={shelf !== undefined} />
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
