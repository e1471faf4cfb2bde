import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { Cover } from '#web/catalogue/Cover.tsx';
import { getImageFailureProps } from '#web/catalogue/image-fallback.ts';
import { getImageSources, getResizedImageUrl } from '#web/catalogue/image-sources.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { isPlainClick } from '#web/routing/plain-click.ts';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './MainImage.module.css';

interface MainImageProps {
  src: string;
  name: string;
  language: string | undefined;
  /** The number of the image among those of the product. */
  number: number;
  /** How many images the product has. */
  total: number;
}

const loadImageDialog = () => import('./ImageDialog.tsx').then(({ ImageDialog }) => ImageDialog);

/** The width of the image file that the lens and the dialog use. */
const largeWidthPx = 1440;

/**
 * The main image. Hovering with a mouse moves a lens over it; a click, tap or Enter opens it enlarged. Without
 * scripts it is a link to the image file.
 */
export function MainImage({ src, name, language, number, total }: MainImageProps) {
  const { t } = useTranslation('product');
  const lens = useRef<HTMLSpanElement>(null);
  const [failed, setFailed] = useState(false);
  const largeSrc = getResizedImageUrl(src, largeWidthPx);
  // If the dialog cannot be loaded, the browser shows the image file.
  const { Dialog, dialogProps, openerProps, open } = useDialog(loadImageDialog, () =>
    window.open(src, '_blank', 'noopener'),
  );
  if (failed) return <Cover src={null} name={name} language={language} slot="main" />;

  const enlarge = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    open();
  };
  return (
    <>
      <a
        href={src}
        className={styles.link}
        aria-label={t('gallery.enlarge', { name })}
        {...openerProps}
        onClick={enlarge}
        onPointerMove={(event) => moveLens(event, lens.current, largeSrc)}
        onPointerLeave={() => lens.current?.classList.remove(styles.visible ?? '')}
      >
        <img
          {...getImageFailureProps(() => setFailed(true))}
          className={styles.image}
          {...getImageSources(src, 'main')}
          alt={t('gallery.main', { name, number, total })}
          width={640}
          height={960}
          fetchPriority="high"
        />
        <span className={`no-print ${styles.enlarge}`}>
          <Icon name="zoomIn" size={20} />
        </span>
        <span ref={lens} aria-hidden="true" className={styles.lens} />
      </a>
      {Dialog !== null && (
        <Dialog
          {...dialogProps}
          src={largeSrc}
          name={name}
          language={language}
          position={t('gallery.image', { number, total })}
        />
      )}
    </>
  );
}

/**
 * Moves the lens to the pointer and shows it. It changes the DOM directly, because a render per pointer move would be
 * too slow. The large image is loaded on the first move, so that the page itself does not download it.
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
