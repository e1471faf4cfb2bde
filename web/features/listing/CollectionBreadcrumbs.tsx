import { useTranslation } from 'react-i18next';
import type { Dimension } from '#web/catalogue/listing-url.ts';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import styles from './CollectionBreadcrumbs.module.css';

interface CollectionBreadcrumbsProps {
  dimension: Dimension;
  name: string;
  /** Undefined while it is loaded. */
  count: number | undefined;
  /** The id of the drawer that the crumb 'Language' opens. */
  languagesDrawer: string;
}

/** The way to a shelf, with how many items it holds; that of a language on wide screens only (requirements.md 2.4). */
export function CollectionBreadcrumbs({
  dimension,
  name,
  count,
  languagesDrawer,
}: CollectionBreadcrumbsProps) {
  const { t } = useTranslation('catalogue');
  const text = t(`collection.${dimension}`);
  const way = dimension === 'language' ? { text, popover: languagesDrawer } : { text, to: `/${dimension}` };
  return (
    <div className={dimension === 'language' ? `${styles.row} ${styles.wide}` : styles.row}>
      <Breadcrumbs crumbs={[way, { text: name }]} />
      <span className="muted">{count === undefined ? '' : `(${t('collection.items', { count })})`}</span>
    </div>
  );
}
