import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Cover } from '#web/catalogue/Cover.tsx';
import { isPlainClick } from '#web/routing/plain-click.ts';
import styles from './Gallery.module.css';
import { MainImage } from './MainImage.tsx';

interface GalleryProps {
  name: string;
  language: string | undefined;
  /** Addresses, the cover first. */
  pictures: readonly string[];
}

/** A book's pictures: one large, the others as thumbnails to choose from. */
export function Gallery({ name, language, pictures }: GalleryProps) {
  const { t } = useTranslation('product');
  const [chosen, setChosen] = useState(0);
  const picture = pictures[chosen];
  const choose = (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setChosen(index);
  };
  return (
    <div className={styles.gallery}>
      <div className={styles.frame}>
        {picture === undefined ? (
          <Cover address={null} name={name} language={language} />
        ) : (
          <MainImage
            key={picture}
            address={picture}
            name={name}
            language={language}
            label={t('gallery.main', { name, number: chosen + 1, total: pictures.length })}
          />
        )}
      </div>
      {pictures.length > 1 && (
        <ul className={styles.thumbnails} aria-label={t('gallery.label', { name })}>
          {pictures.map((address, index) => (
            <li key={address}>
              {/* Without scripts the picture itself is what the link leads to. */}
              <a
                href={address}
                className={styles.thumbnail}
                aria-current={index === chosen ? 'true' : undefined}
                aria-label={t('gallery.picture', { number: index + 1, total: pictures.length })}
                onClick={(event) => choose(event, index)}
              >
                <Cover address={address} name={name} language={language} place="thumbnail" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
