import { useState } from 'react';
import { getImageFailureProps, getInitial } from '#web/catalogue/image-fallback.ts';
import { getImageSources } from '#web/catalogue/image-sources.ts';
import { detectNameLanguage } from '#web/i18n/format.ts';
import styles from './CollectionImage.module.css';

interface CollectionImageProps {
  src: string | null;
  name: string;
  round: boolean;
  /** Whether the image loads immediately and with high priority instead of lazily. */
  eager: boolean;
}

/**
 * The image of a category, publisher or author. If there is none, or it fails to load, the first letter of the name is
 * shown.
 */
export function CollectionImage({ src, name, round, eager }: CollectionImageProps) {
  const [failed, setFailed] = useState(false);
  if (src === null || failed) {
    return (
      <span aria-hidden="true" className={styles.placeholder} lang={detectNameLanguage(name)}>
        {getInitial(name)}
      </span>
    );
  }
  return (
    <img
      {...getImageFailureProps(() => setFailed(true))}
      className={round ? `${styles.image} ${styles.round}` : styles.image}
      {...getImageSources(src, round ? 'portrait' : 'tile')}
      alt=""
      width={320}
      height={320}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding={eager ? 'auto' : 'async'}
    />
  );
}
