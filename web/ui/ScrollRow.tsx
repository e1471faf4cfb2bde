import type { ReactNode } from 'react';
import styles from './ScrollRow.module.css';

/**
 * A row of books to look along; keyboard and touch move it sideways. Its children are list items,
 * each as wide as the custom property `--book-width` says.
 */
export function ScrollRow({ children }: { children: ReactNode }) {
  return <ul className={styles.row}>{children}</ul>;
}
