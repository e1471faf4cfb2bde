import { hasRoundImages, type ListedDimension } from '#web/catalogue/collections.ts';
import { CollectionCard, CollectionCardSkeleton } from './CollectionCard.tsx';
import styles from './CollectionGrid.module.css';
import type { CollectionPageFields } from './collections-query.ts';
import type { CollectionsState } from './collections-url.ts';
import { Pagination } from './Pagination.tsx';

interface CollectionGridProps {
  collections: CollectionPageFields;
  dimension: ListedDimension;
  state: CollectionsState;
}

/** The number of images above the fold on a phone. */
const eagerImageCount = 4;

/** The cards of one page of collections, with links to the other pages. */
export function CollectionGrid({ collections, dimension, state }: CollectionGridProps) {
  return (
    <>
      <ul className={getGridClassName(dimension)}>
        {collections.nodes.map((collection, index) => (
          <li key={collection.id}>
            <CollectionCard collection={collection} dimension={dimension} eager={index < eagerImageCount} />
          </li>
        ))}
      </ul>
      {/* With the key, React replaces the links even if the new page is cached. The clicked link then loses the focus,
          which moves to the heading. */}
      <Pagination key={state.page} totalCount={collections.totalCount} state={state} />
    </>
  );
}

/** The placeholder of the cards while they load. */
export function CollectionGridSkeleton({ dimension }: { dimension: ListedDimension }) {
  return (
    <ul className={getGridClassName(dimension)} aria-busy="true">
      {skeletonKeys.map((key) => (
        <li key={key}>
          <CollectionCardSkeleton dimension={dimension} />
        </li>
      ))}
    </ul>
  );
}

function getGridClassName(dimension: ListedDimension): string | undefined {
  return hasRoundImages(dimension) ? `${styles.grid} ${styles.round}` : styles.grid;
}

const skeletonKeys = Array.from({ length: 12 }, (_, index) => index);
