import type { ReactNode } from 'react';
import styles from './ScrollRow.module.css';

/**
 * A row that scrolls horizontally by touch and keyboard. Its children are list items whose width is the custom
 * property `--book-width`.
 */
export function ScrollRow({ children }: { children: ReactNode }) {
  return <ul className={styles.row}>{children}</ul>;
}
