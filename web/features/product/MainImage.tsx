import { type ComponentType, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Cover } from '#web/catalogue/Cover.tsx';
import { whenPictureFails } from '#web/catalogue/image-failure.ts';
import { imageSources, resizedImageUrl } from '#web/catalogue/image-sources.ts';
import { isPlainClick } from '#web/routing/plain-click.ts';
import type { PictureDialogProps } from './ImageDialog.tsx';
import styles from './MainImage.module.css';

interface MainPictureProps {
  address: string;
  name: string;
  language: string | undefined;
  label: string;
}

/** How wide the copy is that the lens and the enlarged picture show, in pixels. */
const closeUp = 1440;

/**
 * The large picture. A mouse over it moves a lens; a press, by touch or keyboard too, opens it
 * enlarged. Without scripts it is a link to the picture itself.
 */
export function MainImage({ address, name, language, label }: MainPictureProps) {
  const { t } = useTranslation('product');
  const lens = useRef<HTMLSpanElement>(null);
  const [failed, setFailed] = useState(false);
  const [enlarged, setEnlarged] = useState(false);
  const large = resizedImageUrl(address, closeUp);
  const [Dialog, setDialog] = useState<ComponentType<PictureDialogProps> | null>(null);
  if (failed) {
    return (
      <>
        <Cover address={null} name={name} language={language} />
        {/* Nothing below moves when a picture turns out not to be there. */}
        <p aria-hidden="true" className={`${styles.hint} ${styles.unseen}`}>
          {t('gallery.hint')}
        </p>
      </>
    );
  }

  const load = async () => {
    const { ImageDialog } = await import('./ImageDialog.tsx');
    setDialog(() => ImageDialog);
  };
  const enlarge = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    load().then(
      () => setEnlarged(true),
      () => window.open(address, '_blank', 'noopener'),
    );
  };
  return (
    <>
      <a
        href={address}
        className={styles.picture}
        aria-label={t('gallery.enlarge', { name })}
        aria-haspopup="dialog"
        onClick={enlarge}
        onPointerMove={(event) => moveLens(event, lens.current, large)}
        onPointerLeave={() => lens.current?.classList.remove(styles.seen ?? '')}
      >
        <img
          {...whenPictureFails(() => setFailed(true))}
          className={styles.image}
          {...imageSources(address, 'main')}
          alt={label}
          width={640}
          height={960}
          fetchPriority="high"
        />
        <span ref={lens} aria-hidden="true" className={styles.lens} />
      </a>
      <p className={`muted no-print ${styles.hint}`}>
        <span className={styles.hover}>{t('gallery.hint')}</span>
        <span className={styles.touch}>{t('gallery.hintTouch')}</span>
      </p>
      {enlarged && Dialog !== null && (
        <Dialog address={large} name={name} language={language} onClose={() => setEnlarged(false)} />
      )}
    </>
  );
}

/**
 * Straight in the document: a render for every movement would be too slow. The large picture is
 * loaded by who looks closer, and by nobody else.
 */
function moveLens(event: PointerEvent<HTMLElement>, lens: HTMLElement | null, large: string): void {
  if (lens === null || event.pointerType !== 'mouse') return;
  const frame = event.currentTarget.getBoundingClientRect();
  const x = (event.clientX - frame.left) / frame.width;
  const y = (event.clientY - frame.top) / frame.height;
  if (lens.style.backgroundImage === '') lens.style.backgroundImage = `url(${JSON.stringify(large)})`;
  lens.style.setProperty('--x', `${x * 100}%`);
  lens.style.setProperty('--y', `${y * 100}%`);
  lens.classList.add(styles.seen ?? '');
}
