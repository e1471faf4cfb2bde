import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import styles from './status.module.css';

interface EmptyStateProps {
  title: string;
  text?: string | undefined;
  /** The heading's level: 1 when it is all the page has. */
  level?: 1 | 2 | 3;
  /** What to do next. */
  children?: ReactNode;
}

/** Says that there is nothing here, and what to do next. */
export function EmptyState({ title, text, level = 2, children }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.state}>
      <span className={styles.mark}>
        <Icon name="book" size={56} />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children}
    </div>
  );
}
