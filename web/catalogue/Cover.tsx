import { useState } from 'react';
import { scriptLanguage } from '#web/i18n/format.ts';
import styles from './Cover.module.css';
import { whenPictureFails } from './image-failure.ts';
import { type ImageSlot, imageSources } from './image-sources.ts';

interface CoverProps {
  address: string | null | undefined;
  /** The book's name: set on the stand-in cover, and the picture's text when `described`. */
  name: string;
  /** The book's language, as the shop's records name it. */
  language?: string | undefined;
  /** Where it stands, and so how large it is shown. */
  place?: ImageSlot;
  /** Load at once and first, instead of when it comes into sight. */
  eager?: boolean;
  /** False where the name stands beside the picture anyway. */
  described?: boolean;
}

/** A book's cover in a frame of 2 to 3; a drawn one with its name when there is no picture or it fails. */
export function Cover({
  address,
  name,
  language,
  place = 'card',
  eager = false,
  described = false,
}: CoverProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (address == null || address === failed) {
    return (
      <span className={`${styles.cover} ${styles.drawn}`} lang={scriptLanguage(name, language)}>
        <span className={styles.title}>{name}</span>
      </span>
    );
  }
  return (
    <img
      {...whenPictureFails(() => setFailed(address))}
      className={styles.cover}
      {...imageSources(address, place)}
      alt={described ? name : ''}
      width={320}
      height={480}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding={eager ? 'auto' : 'async'}
    />
  );
}
