import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { ShelfCard, ShelfCardSkeleton } from './ShelfCard.tsx';
import styles from './ShelvesGrid.module.css';
import type { ShelfKind, ShelvesFields } from './shelf-kinds.ts';
import { type ShelvesAddress, writeShelvesAddress } from './shelves-address.ts';

interface ShelvesGridProps {
  /** Undefined while they are loaded. */
  shelves: ShelvesFields | undefined;
  kind: ShelfKind;
  address: ShelvesAddress;
}

/** The cards of one page of a list, and the ways to the pages beside it. */
export function ShelvesGrid({ shelves, kind, address }: ShelvesGridProps) {
  return (
    <>
      <ul
        className={kind.round ? `${styles.grid} ${styles.round}` : styles.grid}
        aria-busy={shelves === undefined}
      >
        {shelves === undefined
          ? skeletons.map((key) => (
              <li key={key}>
                <ShelfCardSkeleton round={kind.round} />
              </li>
            ))
          : shelves.nodes.map((shelf) => (
              <li key={shelf.id}>
                <ShelfCard shelf={shelf} kind={kind} />
              </li>
            ))}
      </ul>
      {shelves !== undefined && <Pages shelves={shelves} address={address} />}
    </>
  );
}

function Pages({
  shelves,
  address: { search, letter },
}: {
  shelves: ShelvesFields;
  address: ShelvesAddress;
}) {
  const { t } = useTranslation('catalogue');
  const { pathname } = useLocation();
  const { hasPreviousPage, hasNextPage, startCursor, endCursor } = shelves.pageInfo;
  if (!hasPreviousPage && !hasNextPage) return null;
  return (
    <nav aria-label={t('shelves.pages')} className={styles.pages}>
      <p className="muted">{t('shelves.total', { count: shelves.totalCount })}</p>
      {hasPreviousPage && startCursor !== null && (
        <Link
          className="button"
          rel="prev"
          to={{ pathname, search: writeShelvesAddress({ search, letter, before: startCursor }) }}
        >
          {t('shelves.previous')}
        </Link>
      )}
      {hasNextPage && endCursor !== null && (
        <Link
          className="button"
          rel="next"
          to={{ pathname, search: writeShelvesAddress({ search, letter, after: endCursor }) }}
        >
          {t('shelves.next')}
        </Link>
      )}
    </nav>
  );
}

const skeletons = Array.from({ length: 12 }, (_, place) => place);
