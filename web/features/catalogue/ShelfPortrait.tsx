import { useState } from 'react';
import { scriptLanguage } from '#web/i18n/format.ts';
import { initialOf } from '#web/ui/initial.ts';
import { whenPictureFails } from '#web/ui/picture-failure.ts';
import { pictureSources } from '#web/ui/picture-sources.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './ShelfPortrait.module.css';
import type { ShelfFields } from './shelf-kinds.ts';

/** The round picture beside an author's or publisher's name; undefined while it is loaded. It always takes its room. */
export function ShelfPortrait({ shelf }: { shelf: ShelfFields | undefined }) {
  const [failed, setFailed] = useState(false);
  if (shelf === undefined) {
    return (
      <span className={styles.portrait}>
        <Skeleton height="100%" round />
      </span>
    );
  }
  if (shelf.thumbnail === null || failed) {
    return (
      <span
        aria-hidden="true"
        className={`${styles.portrait} ${styles.initial}`}
        lang={scriptLanguage(shelf.name)}
      >
        {initialOf(shelf.name)}
      </span>
    );
  }
  return (
    <img
      {...whenPictureFails(() => setFailed(true))}
      className={styles.portrait}
      {...pictureSources(shelf.thumbnail, 'line')}
      alt=""
      width={160}
      height={160}
      decoding="async"
    />
  );
}
