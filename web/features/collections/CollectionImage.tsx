import { useState } from 'react';
import { whenPictureFails } from '#web/catalogue/image-failure.ts';
import { imageSources } from '#web/catalogue/image-sources.ts';
import { initialOf } from '#web/catalogue/initial.ts';
import { scriptLanguage } from '#web/i18n/format.ts';
import styles from './CollectionImage.module.css';

interface CollectionImageProps {
  address: string | null;
  name: string;
  round: boolean;
}

/** The picture of a category, publisher or author; its first letter on a quiet ground when there is none. */
export function CollectionImage({ address, name, round }: CollectionImageProps) {
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
      {...imageSources(address, round ? 'portrait' : 'tile')}
      alt=""
      width={320}
      height={320}
      loading="lazy"
      decoding="async"
    />
  );
}
