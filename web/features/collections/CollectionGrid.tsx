import { Link, useLocation } from 'react-router-dom';
import type { CollectionKind, CollectionPageFields } from '#web/catalogue/collections.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { CollectionCard, CollectionCardSkeleton } from './CollectionCard.tsx';
import styles from './CollectionGrid.module.css';
import { buildCollectionsQuery, type CollectionsUrl } from './collections-url.ts';

interface CollectionGridProps {
  collections: CollectionPageFields;
  kind: CollectionKind;
  url: CollectionsUrl;
}

/** The cards of one page of an index, with links to the previous and the next page. */
export function CollectionGrid({ collections, kind, url }: CollectionGridProps) {
  return (
    <>
      <ul className={getGridClassName(kind)}>
        {collections.nodes.map((collection) => (
          <li key={collection.id}>
            <CollectionCard collection={collection} kind={kind} />
          </li>
        ))}
      </ul>
      <Pagination collections={collections} url={url} />
    </>
  );
}

/** The placeholder of the cards while they load. */
export function CollectionGridSkeleton({ kind }: { kind: CollectionKind }) {
  return (
    <ul className={getGridClassName(kind)} aria-busy="true">
      {skeletonKeys.map((key) => (
        <li key={key}>
          <CollectionCardSkeleton round={kind.round} />
        </li>
      ))}
    </ul>
  );
}

function getGridClassName({ round }: CollectionKind): string | undefined {
  return round ? `${styles.grid} ${styles.round}` : styles.grid;
}

function Pagination({
  collections,
  url: { search, letter },
}: {
  collections: CollectionPageFields;
  url: CollectionsUrl;
}) {
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  const { hasPreviousPage, hasNextPage, startCursor, endCursor } = collections.pageInfo;
  if (!hasPreviousPage && !hasNextPage) return null;
  return (
    <nav aria-label={t('collections.pages')} className={styles.pages}>
      <p className="muted">{t('collections.total', { count: collections.totalCount })}</p>
      {hasPreviousPage && startCursor !== null && (
        <Link
          className="button"
          rel="prev"
          to={{ pathname, search: buildCollectionsQuery({ search, letter, before: startCursor }) }}
        >
          {t('collections.previous')}
        </Link>
      )}
      {hasNextPage && endCursor !== null && (
        <Link
          className="button"
          rel="next"
          to={{ pathname, search: buildCollectionsQuery({ search, letter, after: endCursor }) }}
        >
          {t('collections.next')}
        </Link>
      )}
    </nav>
  );
}

const skeletonKeys = Array.from({ length: 12 }, (_, index) => index);
