import { type ComponentType, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { Cover } from '#web/catalogue/Cover.tsx';
import { imageFailureProps } from '#web/catalogue/image-fallback.ts';
import { imageSources, resizedImageUrl } from '#web/catalogue/image-sources.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { isPlainClick } from '#web/routing/plain-click.ts';
import type { ImageDialogProps } from './ImageDialog.tsx';
import styles from './MainImage.module.css';

interface MainImageProps {
  src: string;
  name: string;
  language: string | undefined;
  label: string;
}

/** The width of the copy shown by the lens and the dialog, in pixels. */
const largeWidth = 1440;

/**
 * The large image. Hovering with a mouse moves a lens over it; a click, tap or Enter opens it enlarged. Without
 * scripts it is a link to the image file.
 */
export function MainImage({ src, name, language, label }: MainImageProps) {
  const { t } = useTranslation('product');
  const lens = useRef<HTMLSpanElement>(null);
  const [failed, setFailed] = useState(false);
  const [dialogOpen, setDialogOpen] = useState(false);
  const largeSrc = resizedImageUrl(src, largeWidth);
  const [Dialog, setDialog] = useState<ComponentType<ImageDialogProps> | null>(null);
  if (failed) {
    return (
      <>
        <Cover src={null} name={name} language={language} />
        {/* Keeps the space of the hint, so that nothing below moves when the image fails. */}
        <p aria-hidden="true" className={`${styles.hint} ${styles.invisible}`}>
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
      () => setDialogOpen(true),
      () => window.open(src, '_blank', 'noopener'),
    );
  };
  return (
    <>
      <a
        href={src}
        className={styles.link}
        aria-label={t('gallery.enlarge', { name })}
        aria-haspopup="dialog"
        onClick={enlarge}
        onPointerMove={(event) => moveLens(event, lens.current, largeSrc)}
        onPointerLeave={() => lens.current?.classList.remove(styles.visible ?? '')}
      >
        <img
          {...imageFailureProps(() => setFailed(true))}
          className={styles.image}
          {...imageSources(src, 'main')}
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
      {dialogOpen && Dialog !== null && (
        <Dialog src={largeSrc} name={name} language={language} onClose={() => setDialogOpen(false)} />
      )}
    </>
  );
}

/**
 * Changes the DOM directly, because a render per pointer move would be too slow. The large image is loaded on the
 * first move, so only shoppers who use the lens download it.
 */
function moveLens(event: PointerEvent<HTMLElement>, lens: HTMLElement | null, src: string): void {
  if (lens === null || event.pointerType !== 'mouse') return;
  const frame = event.currentTarget.getBoundingClientRect();
  const x = (event.clientX - frame.left) / frame.width;
  const y = (event.clientY - frame.top) / frame.height;
  if (lens.style.backgroundImage === '') lens.style.backgroundImage = `url(${JSON.stringify(src)})`;
  lens.style.setProperty('--x', `${x * 100}%`);
  lens.style.setProperty('--y', `${y * 100}%`);
  lens.classList.add(styles.visible ?? '');
}
