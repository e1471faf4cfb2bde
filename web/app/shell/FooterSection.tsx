import type { ReactNode } from 'react';
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts';
import { breakpoints } from '#web/ui/theme/breakpoints.ts';
import styles from './FooterSection.module.css';

interface FooterSectionProps {
  title: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A section of the footer. Small screens show its title, which expands it; wider ones show the whole section. Before
 * hydration, the style sheet alone does this; afterwards, the attribute also tells screen readers.
 */
export function FooterSection({ title, className = '', children }: FooterSectionProps) {
  const isWide = useMediaQuery(`(min-width: ${breakpoints.md})`);
  return (
    <details className={`${styles.section} ${className}`} open={isWide}>
      <summary className={styles.summary} tabIndex={isWide ? -1 : undefined}>
        <h2 className={styles.title}>{title}</h2>
      </summary>
      {children}
    </details>
  );
}
