import { useEffect, useId, useRef, useState } from 'react';
import { scriptLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { ModalDialog } from '#web/ui/dialog/ModalDialog.tsx';
import styles from './DemoDialog.module.css';
import { resizedImageUrl } from './image-sources.ts';

export interface DemoDialogProps {
  name: string;
  pdfUrl: string;
  language?: string | undefined;
  onClose: () => void;
}

/** The width of the image of the first page, in pixels. */
const firstPageWidth = 960;

/**
 * The demo PDF of a book in a frame of 500 px (requirements.md 2.4). An image of the first page is shown until
 * the PDF has loaded, and remains where the browser cannot show PDFs inside a page, as on phones. A PDF on
 * another site opens in a new tab.
 */
export function DemoDialog({ name, pdfUrl, language, onClose }: DemoDialogProps) {
  const { t } = useTranslation('ui');
  const titleId = useId();
  const closeButton = useRef<HTMLButtonElement>(null);
  const [loaded, setLoaded] = useState(false);
  const firstPageUrl = resizedImageUrl(pdfUrl, firstPageWidth);
  // The Content-Security-Policy does not allow frames of other sites (web/server/page-headers.ts).
  const isSameOrigin = new URL(pdfUrl, window.location.href).origin === window.location.origin;
  // Without this, the frame would get the focus, and PDF viewers intercept Escape and Tab.
  useEffect(() => closeButton.current?.focus(), []);
  return (
    <ModalDialog labelledBy={titleId} onClose={onClose}>
      {(close) => (
        <div className={styles.demo}>
          <h2 id={titleId} className={styles.title} lang={scriptLanguage(name, language)}>
            {name}
          </h2>
          {!isSameOrigin && <p>{t('demo.elsewhere')}</p>}
          {isSameOrigin && (
            <div className={styles.frame}>
              {/* The gateway renders a first page only for the shop's own PDFs. */}
              {firstPageUrl !== pdfUrl && (
                <FirstPage src={firstPageUrl} label={t('demo.firstPage', { name })} covered={loaded} />
              )}
              {navigator.pdfViewerEnabled !== false && (
                <iframe
                  className={loaded ? styles.pdf : `${styles.pdf} ${styles.invisible}`}
                  src={pdfUrl}
                  title={t('demo.frame', { name })}
                  height={500}
                  onLoad={() => setLoaded(true)}
                />
              )}
            </div>
          )}
          <div className={styles.footer}>
            {/* Phones show at most the first page of an embedded PDF; their PDF viewer shows all pages. */}
            <a className="link" href={pdfUrl} target="_blank" rel="noopener">
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

/** The image of the first page. Renders nothing when it fails, because the PDF is about to load. */
function FirstPage({ src, label, covered }: { src: string; label: string; covered: boolean }) {
  const [failed, setFailed] = useState(false);
  if (failed) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the page.
    <section className={styles.page} inert={covered} tabIndex={0} aria-label={label}>
      <img
        className={styles.image}
        src={src}
        alt={label}
        width={firstPageWidth}
        height={Math.round(firstPageWidth * Math.SQRT2)}
        fetchPriority="high"
        onError={() => setFailed(true)}
      />
    </section>
  );
}
