import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './status.module.css';

interface EmptyStateProps {
  title: string;
  text?: string | undefined;
  /** Depicts the thing that is empty or missing; a book by default. */
  icon?: IconName;
  /** The level of the heading: 1 if it is the title of the page. */
  level?: 1 | 2 | 3;
  /** Links or buttons for the next step. */
  children?: ReactNode;
}

/** Shown instead of content that is empty, missing or unavailable, with the next step to take. */
export function EmptyState({ title, text, icon = 'book', level = 2, children }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.state}>
      <span className={styles.icon}>
        <Icon name={icon} size={56} />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {children}
    </div>
  );
}
