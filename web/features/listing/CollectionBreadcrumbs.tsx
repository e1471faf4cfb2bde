import type { Dimension } from '#web/catalogue/listing-url.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import styles from './CollectionBreadcrumbs.module.css';

interface CollectionBreadcrumbsProps {
  dimension: Dimension;
  name: string;
  /** The number of products; undefined until it has loaded. */
  count: number | undefined;
  /** The id of the drawer that the breadcrumb for languages opens. */
  languagesDrawerId: string;
}

/**
 * The breadcrumbs of a collection with its number of products. Those of a language are shown on wide screens only
 * (requirements.md 2.4).
 */
export function CollectionBreadcrumbs({
  dimension,
  name,
  count,
  languagesDrawerId,
}: CollectionBreadcrumbsProps) {
  const { t } = useTranslation('catalogue');
  const text = t(`collection.${dimension}`);
  const parent =
    dimension === 'language' ? { text, popover: languagesDrawerId } : { text, to: `/${dimension}` };
  return (
    <div className={dimension === 'language' ? `${styles.row} ${styles.wide}` : styles.row}>
      <Breadcrumbs crumbs={[parent, { text: name }]} />
      <span className="muted">{count === undefined ? '' : `(${t('collection.items', { count })})`}</span>
    </div>
  );
}
