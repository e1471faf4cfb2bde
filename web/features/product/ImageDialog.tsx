import { type KeyboardEvent, useId } from 'react';
import { scriptLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { ModalDialog } from '#web/ui/dialog/ModalDialog.tsx';
import styles from './ImageDialog.module.css';
import { maxZoom, minZoom, useZoom } from './use-zoom.ts';

export interface ImageDialogProps {
  src: string;
  name: string;
  language: string | undefined;
  onClose: () => void;
}

/** The zoom change per press of a button or key. */
const zoomStep = 0.5;
/** The zoom after a click or tap on the image. */
const clickZoom = 2;

/**
 * An enlarged image. It zooms with the buttons, the keys `+`, `-` and `0`, a pinch or a click, and pans by
 * scrolling, by touch or with the arrow keys.
 */
export function ImageDialog({ src, name, language, onClose }: ImageDialogProps) {
  const { t } = useTranslation('product');
  const titleId = useId();
  const { zoom, zoomTo, pane } = useZoom();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoomTo(zoom + zoomStep);
    else if (event.key === '-') zoomTo(zoom - zoomStep);
    else if (event.key === '0') zoomTo(minZoom);
  };
  return (
    <ModalDialog labelledBy={titleId} onClose={onClose}>
      {(close) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys work anywhere in the dialog, and each has a button.
        <div className={styles.content} onKeyDown={onKeyDown}>
          <div className={styles.head}>
            <h2 id={titleId} className={styles.title} lang={scriptLanguage(name, language)}>
              {name}
            </h2>
            <button
              type="button"
              className="button button--small"
              disabled={zoom === minZoom}
              aria-keyshortcuts="-"
              onClick={() => zoomTo(zoom - zoomStep)}
            >
              {t('gallery.zoomOut')}
            </button>
            <button
              type="button"
              className="button button--small"
              disabled={zoom === maxZoom}
              aria-keyshortcuts="+"
              onClick={() => zoomTo(zoom + zoomStep)}
            >
              {t('gallery.zoomIn')}
            </button>
            <button type="button" className="button button--small button--solid" onClick={close}>
              {t('gallery.close')}
            </button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the image while it has the focus. */}
          <section ref={pane} className={styles.pane} tabIndex={0} aria-labelledby={titleId}>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have the buttons and their shortcuts. */}
            <img
              className={zoom === minZoom ? styles.image : `${styles.image} ${styles.zoomed}`}
              src={src}
              alt={name}
              width={640}
              height={960}
              draggable={false}
              // At zoom 1 the image fits the pane at an aspect ratio of 2:3.
              style={{ height: `calc(${zoom} * min(100cqh, 150cqw))` }}
              onClick={({ clientX, clientY }) =>
                zoomTo(zoom === minZoom ? clickZoom : minZoom, { x: clientX, y: clientY })
              }
            />
          </section>
        </div>
      )}
    </ModalDialog>
  );
}
