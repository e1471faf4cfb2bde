import { useTranslation } from 'react-i18next';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import type { Dimension } from './listing-address.ts';
import styles from './ShelfBreadcrumbs.module.css';

interface ShelfBreadcrumbsProps {
  dimension: Dimension;
  name: string;
  /** Undefined while it is loaded. */
  count: number | undefined;
  /** The id of the drawer that the crumb 'Language' opens. */
  languagesDrawer: string;
}

/** The way to a shelf, with how many items it holds; that of a language on wide screens only (requirements.md 2.4). */
export function ShelfBreadcrumbs({ dimension, name, count, languagesDrawer }: ShelfBreadcrumbsProps) {
  const { t } = useTranslation('catalogue');
  const text = t(`shelf.${dimension}`);
  const way = dimension === 'language' ? { text, popover: languagesDrawer } : { text, to: `/${dimension}` };
  return (
    <div className={dimension === 'language' ? `${styles.row} ${styles.wide}` : styles.row}>
      <Breadcrumbs crumbs={[way, { text: name }]} />
      <span className="muted">{count === undefined ? '' : `(${t('shelf.items', { count })})`}</span>
    </div>
  );
}
