import { useState } from 'react';
import type { CollectionFields } from '#web/catalogue/collections.ts';
import { getImageFailureProps, getInitial } from '#web/catalogue/image-fallback.ts';
import { getImageSources } from '#web/catalogue/image-sources.ts';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './CollectionPortrait.module.css';

interface CollectionPortraitProps {
  /** Undefined until it has loaded. */
  collection: Pick<CollectionFields, 'name' | 'thumbnail'> | undefined;
}

/**
 * The round image at the top of the page of an author or publisher, or the initial of the name if there is none or it
 * fails to load.
 */
export function CollectionPortrait({ collection }: CollectionPortraitProps) {
  const [failed, setFailed] = useState(false);
  if (collection === undefined) {
    return (
      <span className={styles.portrait}>
        <Skeleton height="100%" round />
      </span>
    );
  }
  if (collection.thumbnail === null || failed) {
    return (
      <span
        aria-hidden="true"
        className={`${styles.portrait} ${styles.initial}`}
        lang={detectNameLanguage(collection.name)}
      >
        {getInitial(collection.name)}
      </span>
    );
  }
  return (
    <img
      {...getImageFailureProps(() => setFailed(true))}
      className={styles.portrait}
      {...getImageSources(collection.thumbnail, 'lineItem')}
      alt=""
      width={160}
      height={160}
      decoding="async"
    />
  );
}
