import { type KeyboardEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { scriptLanguage } from '#web/i18n/format.ts';
import { ModalDialog } from '#web/ui/dialog/ModalDialog.tsx';
import styles from './ImageDialog.module.css';
import { largest, smallest, useZoom } from './use-zoom.ts';

export interface PictureDialogProps {
  address: string;
  name: string;
  language: string | undefined;
  onClose: () => void;
}

/** How far one press of a button or key goes, and how far a tap. */
const step = 0.5;
const tapped = 2;

/**
 * A picture enlarged: with the buttons, the keys plus, minus and zero, two fingers or a tap on it;
 * moved by scrolling, by touch or with the arrow keys.
 */
export function ImageDialog({ address, name, language, onClose }: PictureDialogProps) {
  const { t } = useTranslation('product');
  const title = useId();
  const { zoom, zoomTo, pane } = useZoom();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') zoomTo(zoom + step);
    else if (event.key === '-') zoomTo(zoom - step);
    else if (event.key === '0') zoomTo(smallest);
  };
  return (
    <ModalDialog labelledBy={title} onClose={onClose}>
      {(close) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys work wherever the focus is in the dialog; each has its button.
        <div className={styles.content} onKeyDown={onKeyDown}>
          <div className={styles.head}>
            <h2 id={title} className={styles.title} lang={scriptLanguage(name, language)}>
              {name}
            </h2>
            <button
              type="button"
              className="button button--small"
              disabled={zoom === smallest}
              aria-keyshortcuts="-"
              onClick={() => zoomTo(zoom - step)}
            >
              {t('gallery.zoomOut')}
            </button>
            <button
              type="button"
              className="button button--small"
              disabled={zoom === largest}
              aria-keyshortcuts="+"
              onClick={() => zoomTo(zoom + step)}
            >
              {t('gallery.zoomIn')}
            </button>
            <button type="button" className="button button--small button--solid" onClick={close}>
              {t('gallery.close')}
            </button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture when it has the focus. */}
          <section ref={pane} className={styles.pane} tabIndex={0} aria-labelledby={title}>
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way are the buttons and their keys. */}
            <img
              className={zoom === smallest ? styles.image : `${styles.image} ${styles.near}`}
              src={address}
              alt={name}
              width={640}
              height={960}
              draggable={false}
              // At first as large as fits, at 2 to 3.
              style={{ height: `calc(${zoom} * min(100cqh, 150cqw))` }}
              onClick={({ clientX, clientY }) =>
                zoomTo(zoom === smallest ? tapped : smallest, { x: clientX, y: clientY })
              }
            />
          </section>
        </div>
      )}
    </ModalDialog>
  );
}
