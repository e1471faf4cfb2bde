import { useState } from 'react';
import { scriptLanguage } from '#web/i18n/format.ts';
import { initialOf } from '#web/ui/initial.ts';
import { whenPictureFails } from '#web/ui/picture-failure.ts';
import { pictureSources } from '#web/ui/picture-sources.ts';
import styles from './ShelfPicture.module.css';

interface ShelfPictureProps {
  address: string | null;
  name: string;
  round: boolean;
}

/** The picture of a category, publisher or author; its first letter on a quiet ground when there is none. */
export function ShelfPicture({ address, name, round }: ShelfPictureProps) {
  const [failed, setFailed] = useState(false);
  if (address === null || failed) {
    return (
      <span aria-hidden="true" className={styles.placeholder} lang={scriptLanguage(name)}>
        {initialOf(name)}
      </span>
    );
  }
  return (
    <img
      {...whenPictureFails(() => setFailed(true))}
      className={round ? `${styles.picture} ${styles.round}` : styles.picture}
      {...pictureSources(address, round ? 'portrait' : 'tile')}
      alt=""
      width={320}
      height={320}
      loading="lazy"
      decoding="async"
    />
  );
}
