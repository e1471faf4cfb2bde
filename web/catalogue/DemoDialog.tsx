import { useState } from 'react';
import { detectNameLanguage } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/translation.tsx';
import { DialogFrame } from '#web/ui/dialog/DialogFrame.tsx';
import type { DialogProps } from '#web/ui/dialog/use-dialog.ts';
import styles from './DemoDialog.module.css';
import { getResizedImageUrl } from './image-sources.ts';

interface DemoDialogProps extends DialogProps {
  name: string;
  pdfUrl: string;
  language?: string | undefined;
}

/** The width of the image of the first page, in pixels. */
const firstPageWidth = 960;

/** The demo PDF of a book (requirements.md 2.4). A PDF on another site opens in a new tab. */
export function DemoDialog({ open, onClose, name, pdfUrl, language }: DemoDialogProps) {
  const { t } = useTranslation('ui');
  // The Content-Security-Policy does not allow frames of other sites (web/server/page-headers.ts).
  const isSameOrigin = new URL(pdfUrl, window.location.href).origin === window.location.origin;
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      size="xl"
      title={name}
      titleLanguage={detectNameLanguage(name, language)}
      // The close button also gets the focus, because PDF viewers intercept Escape and Tab.
      closeLabel={t('demo.close')}
    >
      {isSameOrigin ? <DemoPages name={name} pdfUrl={pdfUrl} /> : <p>{t('demo.elsewhere')}</p>}
      {/* Phones show at most the first page of an embedded PDF; their PDF viewer shows all pages. */}
      <p className={styles.link}>
        <a className="link" href={pdfUrl} target="_blank" rel="noopener">
          {t('demo.newTab')}
        </a>
      </p>
    </DialogFrame>
  );
}

/**
 * The PDF in a frame of 500 px. An image of the first page is shown until the PDF has loaded, and remains where the
 * browser cannot show PDFs inside a page, as on phones.
 */
function DemoPages({ name, pdfUrl }: { name: string; pdfUrl: string }) {
  const { t } = useTranslation('ui');
  const [loaded, setLoaded] = useState(false);
  const firstPageUrl = getResizedImageUrl(pdfUrl, firstPageWidth);
  return (
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
