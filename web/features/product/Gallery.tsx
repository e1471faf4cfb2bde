import { type MouseEvent, useState } from 'react';
import { Cover } from '#web/catalogue/Cover.tsx';
import { useTranslation } from '#web/i18n/translation.tsx';
import { isPlainClick } from '#web/routing/plain-click.ts';
import styles from './Gallery.module.css';
import { MainImage } from './MainImage.tsx';

interface GalleryProps {
  name: string;
  language: string | undefined;
  /** Image URLs, the cover first. */
  images: readonly string[];
}

/** The images of a product: a large one, and thumbnails to select another. */
export function Gallery({ name, language, images }: GalleryProps) {
  const { t } = useTranslation('product');
  const [selectedIndex, setSelectedIndex] = useState(0);
  const image = images[selectedIndex];
  const select = (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    setSelectedIndex(index);
  };
  return (
    <div className={styles.gallery}>
      <div className={styles.frame}>
        {image === undefined ? (
          <Cover src={null} name={name} language={language} slot="main" />
        ) : (
          <MainImage
            key={image}
            src={image}
            name={name}
            language={language}
            number={selectedIndex + 1}
            total={images.length}
          />
        )}
      </div>
      {images.length > 1 && (
        <ul className={styles.thumbnails} aria-label={t('gallery.label', { name })}>
          {images.map((src, index) => (
            <li key={src}>
              {/* Without scripts the link opens the image file. */}
              <a
                href={src}
                className={styles.thumbnail}
                aria-current={index === selectedIndex ? 'true' : undefined}
                aria-label={t('gallery.image', { number: index + 1, total: images.length })}
                onClick={(event) => select(event, index)}
              >
                <Cover src={src} name={name} language={language} slot="thumbnail" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
