import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { scriptLanguage } from '#web/i18n/format.ts';
import { ModalDialog } from '#web/ui/books/ModalDialog.tsx';
import styles from './PictureDialog.module.css';

export interface PictureDialogProps {
  address: string;
  name: string;
  language: string | undefined;
  onClose: () => void;
}

const smallest = 1;
const largest = 4;

/** A picture enlarged: step by step, moved by scrolling, by touch or with the arrow keys. */
export function PictureDialog({ address, name, language, onClose }: PictureDialogProps) {
  const { t } = useTranslation('product');
  const title = useId();
  const [zoom, setZoom] = useState(smallest);
  return (
    <ModalDialog labelledBy={title} onClose={onClose}>
      {(close) => (
        <div className={styles.content}>
          <div className={styles.head}>
            <h2 id={title} className={styles.title} lang={scriptLanguage(name, language)}>
              {name}
            </h2>
            <button
              type="button"
              className="button button--small"
              disabled={zoom === smallest}
              onClick={() => setZoom(zoom - 1)}
            >
              {t('gallery.zoomOut')}
            </button>
            <button
              type="button"
              className="button button--small"
              disabled={zoom === largest}
              onClick={() => setZoom(zoom + 1)}
            >
              {t('gallery.zoomIn')}
            </button>
            <button type="button" className="button button--small button--solid" onClick={close}>
              {t('gallery.close')}
            </button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture when it has the focus. */}
          <section className={styles.pane} tabIndex={0} aria-labelledby={title}>
            <img
              className={styles.image}
              src={address}
              alt={name}
              width={640}
              height={960}
              style={{ height: `${zoom * 100}%` }}
            />
          </section>
        </div>
      )}
    </ModalDialog>
  );
}
