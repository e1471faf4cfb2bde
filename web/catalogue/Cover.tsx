import { useState } from 'react';
import { detectNameLanguage } from '#web/i18n/format.ts';
import styles from './Cover.module.css';
import { getImageFailureProps, getInitial } from './image-fallback.ts';
import { getImageSources, type ImageSlot } from './image-sources.ts';

interface CoverProps {
  /** The URL of the image. */
  src: string | null | undefined;
  /** The book's name, which the placeholder shows. */
  name: string;
  /** The name of the book's language, as in the catalogue. */
  language?: string | undefined;
  /** Where the cover is shown, which decides the size of its image. */
  slot: ImageSlot;
  /** Whether the image loads immediately and with high priority instead of lazily. */
  eager?: boolean;
}

/**
 * A book cover with an aspect ratio of 2:3. Without an image, or when it fails to load, a placeholder shows the name, or
 * its initial if the cover is small.
 */
export function Cover({ src, name, language, slot, eager = false }: CoverProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  if (src == null || src === failedSrc) {
    return (
      <span className={`${styles.cover} ${styles.placeholder}`} lang={detectNameLanguage(name, language)}>
        <span className={styles.title} data-initial={getInitial(name)}>
          <span className={styles.name}>{name}</span>
        </span>
      </span>
    );
  }
  return (
    <img
      {...getImageFailureProps(() => setFailedSrc(src))}
      className={styles.cover}
      {...getImageSources(src, slot)}
      // Decorative: the name is next to the cover wherever it matters.
      alt=""
      width={320}
      height={480}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding={eager ? 'auto' : 'async'}
    />
  );
}
