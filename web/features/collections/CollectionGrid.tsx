import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { CollectionKind, CollectionPageFields } from '#web/catalogue/collections.ts';
import { CollectionCard, CollectionCardSkeleton } from './CollectionCard.tsx';
import styles from './CollectionGrid.module.css';
import { buildCollectionsQuery, type CollectionsUrl } from './collections-url.ts';

interface CollectionGridProps {
  /** Undefined while they are loaded. */
  collections: CollectionPageFields | undefined;
  kind: CollectionKind;
  address: CollectionsUrl;
}

/** The cards of one page of a list, and the ways to the pages beside it. */
export function CollectionGrid({ collections, kind, address }: CollectionGridProps) {
  return (
    <>
      <ul
        className={kind.round ? `${styles.grid} ${styles.round}` : styles.grid}
        aria-busy={collections === undefined}
      >
        {collections === undefined
          ? skeletons.map((key) => (
              <li key={key}>
                <CollectionCardSkeleton round={kind.round} />
              </li>
            ))
          : collections.nodes.map((collection) => (
              <li key={collection.id}>
                <CollectionCard collection={collection} kind={kind} />
              </li>
            ))}
      </ul>
      {collections !== undefined && <Pages collections={collections} address={address} />}
    </>
  );
}

function Pages({
  collections,
  address: { search, letter },
}: {
  collections: CollectionPageFields;
  address: CollectionsUrl;
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

const skeletons = Array.from({ length: 12 }, (_, place) => place);
