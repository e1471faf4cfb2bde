import { useState } from 'react';
import { imageFailureProps, initialOf } from '#web/catalogue/image-fallback.ts';
import { imageSources } from '#web/catalogue/image-sources.ts';
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
      {...imageFailureProps(() => setFailed(true))}
      className={round ? `${styles.image} ${styles.round}` : styles.image}
      {...imageSources(address, round ? 'portrait' : 'tile')}
      alt=""
      width={320}
      height={320}
      loading="lazy"
      decoding="async"
    />
  );
}
