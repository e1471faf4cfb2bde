import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { scriptLanguage } from '#web/i18n/format.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './ShelfCard.module.css';
import { ShelfPicture } from './ShelfPicture.tsx';
import { type ShelfFields, type ShelfKind, shelfPath } from './shelf-kinds.ts';
import { useOpenCategory } from './use-open-category.ts';

/** A category, publisher or author to choose. */
export function ShelfCard({ shelf, kind }: { shelf: ShelfFields; kind: ShelfKind }) {
  const { t } = useTranslation('catalogue');
  const openCategory = useOpenCategory(shelf.name);
  const { name, thumbnail, productCount } = shelf;
  return (
    <Link
      to={shelfPath(kind.dimension, name)}
      className={kind.round ? `${styles.card} ${styles.centred}` : `${styles.card} ${styles.framed}`}
      onClick={kind.dimension === 'category' ? openCategory : undefined}
    >
      <span className={kind.round ? `${styles.picture} ${styles.circle}` : styles.picture}>
        <ShelfPicture address={thumbnail} name={name} round={kind.round} />
      </span>
      <span className={styles.words}>
        <span className={`two-lines ${styles.name}`} lang={scriptLanguage(name)}>
          {name}
        </span>
        <span className={styles.count}>{t('listing.count', { count: productCount })}</span>
      </span>
    </Link>
  );
}

export function ShelfCardSkeleton({ round }: { round: boolean }) {
  return (
    <div className={round ? `${styles.card} ${styles.centred}` : `${styles.card} ${styles.framed}`}>
      <span className={styles.picture}>
        <Skeleton height="100%" round={round} />
      </span>
      <span className={styles.words}>
        <span className={styles.shape}>
          <Skeleton height="1.0625rem" width="7rem" />
        </span>
        <span className={styles.shape}>
          <Skeleton height="0.875rem" width="4rem" />
        </span>
      </span>
    </div>
  );
}
