import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { scriptLanguage } from '#web/i18n/format.ts';
import { ModalDialog } from '#web/ui/dialog/ModalDialog.tsx';
import styles from './DemoDialog.module.css';
import { resizedImageUrl } from './image-sources.ts';

export interface DemoDialogProps {
  name: string;
  pdf: string;
  language?: string | undefined;
  onClose: () => void;
}

/** How wide the picture of the first page is, in pixels. */
const firstPageWidth = 960;

/**
 * The demo pages of a book in a frame of 500 px (requirements.md 2.4). The first page stands there as a
 * picture until the PDF is loaded, and stays where the browser shows no PDFs in a page, as on phones.
 * A PDF that another site keeps opens in a tab of its own.
 */
export function DemoDialog({ name, pdf, language, onClose }: DemoDialogProps) {
  const { t } = useTranslation('ui');
  const title = useId();
  const closeButton = useRef<HTMLButtonElement>(null);
  const [loaded, setLoaded] = useState(false);
  const firstPage = resizedImageUrl(pdf, firstPageWidth);
  // The policy of the pages allows no other site's frames (web/server/page-headers.ts).
  const isOwn = new URL(pdf, window.location.href).origin === window.location.origin;
  // The frame would come first, and a PDF viewer gives neither Escape nor Tab back.
  useEffect(() => closeButton.current?.focus(), []);
  return (
    <ModalDialog labelledBy={title} onClose={onClose}>
      {(close) => (
        <div className={styles.demo}>
          <h2 id={title} className={styles.title} lang={scriptLanguage(name, language)}>
            {name}
          </h2>
          {!isOwn && <p>{t('demo.elsewhere')}</p>}
          {isOwn && (
            <div className={styles.frame}>
              {/* A PDF that is kept elsewhere has no picture. */}
              {firstPage !== pdf && (
                <FirstPage address={firstPage} label={t('demo.firstPage', { name })} covered={loaded} />
              )}
              {navigator.pdfViewerEnabled !== false && (
                <iframe
                  className={loaded ? styles.pdf : `${styles.pdf} ${styles.unseen}`}
                  src={pdf}
                  title={t('demo.frame', { name })}
                  height={500}
                  onLoad={() => setLoaded(true)}
                />
              )}
            </div>
          )}
          <div className={styles.foot}>
            {/* Phones show a PDF's first page at best; their own viewer shows all of it. */}
            <a className="link" href={pdf} target="_blank" rel="noopener">
              {t('demo.newTab')}
            </a>
            <button ref={closeButton} type="button" className="button button--solid" onClick={close}>
              {t('demo.close')}
            </button>
          </div>
        </div>
      )}
    </ModalDialog>
  );
}

/** The first page; nothing where it cannot be had, for the PDF itself is about to come. */
function FirstPage({ address, label, covered }: { address: string; label: string; covered: boolean }) {
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the page.
    <section className={styles.page} inert={covered} tabIndex={0} aria-label={label}>
      <img
        className={styles.picture}
        src={address}
        alt={label}
        width={firstPageWidth}
        height={Math.round(firstPageWidth * Math.SQRT2)}
        fetchPriority="high"
        onError={() => setFailed(true)}
      />
    </section>
  );
}
