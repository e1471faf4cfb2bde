import type { CollectionKind, CollectionPageFields } from '#web/catalogue/collections.ts';
import { CollectionCard, CollectionCardSkeleton } from './CollectionCard.tsx';
import styles from './CollectionGrid.module.css';
import type { CollectionsUrl } from './collections-url.ts';
import { Pagination } from './Pagination.tsx';

interface CollectionGridProps {
  collections: CollectionPageFields;
  kind: CollectionKind;
  url: CollectionsUrl;
}

/** The cards of one page of an index, with links to the other pages. */
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
      <Pagination totalCount={collections.totalCount} url={url} />
    </>
  );
}

/** The placeholder of the cards while they load. */
export function CollectionGridSkeleton({ kind }: { kind: CollectionKind }) {
  return (
    <ul className={getGridClassName(kind)} aria-busy="true">
      {skeletonKeys.map((key) => (
        <li key={key}>
          <CollectionCardSkeleton kind={kind} />
        </li>
      ))}
    </ul>
  );
}

function getGridClassName({ round }: CollectionKind): string | undefined {
  return round ? `${styles.grid} ${styles.round}` : styles.grid;
}

const skeletonKeys = Array.from({ length: 12 }, (_, index) => index);
