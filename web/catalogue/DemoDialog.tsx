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

/** The width of the images of pages, in pixels. */
const pageWidth = 960;

/** The maximum number of pages shown as images. The gateway renders no more. */
const maxPages = 3;

/** The demo PDF of a book (requirements.md 2.4). For a PDF on another site, it shows only a link. */
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
      // As the first control, the close button gets the focus. The PDF must not have it, because PDF viewers intercept
      // Escape and Tab.
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
 * The PDF in a frame at most 500 px high. Images of the first pages are shown until the PDF has loaded, and remain
 * where the browser cannot show PDFs inside a page, as on many phones.
 */
function DemoPages({ name, pdfUrl }: { name: string; pdfUrl: string }) {
  const { t } = useTranslation('ui');
  const [isLoaded, setLoaded] = useState(false);
  const firstPageUrl = getResizedImageUrl(pdfUrl, pageWidth);
  return (
    <div className={styles.frame}>
      {/* The gateway renders pages only of the shop's own PDFs. */}
      {firstPageUrl !== pdfUrl && <PageImages name={name} firstPageUrl={firstPageUrl} isCovered={isLoaded} />}
      {navigator.pdfViewerEnabled !== false && (
        <iframe
          className={isLoaded ? styles.pdf : `${styles.pdf} ${styles.invisible}`}
          src={pdfUrl}
          title={t('demo.frame', { name })}
          height={500}
          onLoad={() => setLoaded(true)}
        />
      )}
    </div>
  );
}

interface PageImagesProps {
  name: string;
  firstPageUrl: string;
  /** Whether the PDF covers the images. */
  isCovered: boolean;
}

/** The images of the first pages, up to the first that fails to load, because the PDF may have fewer pages. */
function PageImages({ name, firstPageUrl, isCovered }: PageImagesProps) {
  const { t } = useTranslation('ui');
  const [pageCount, setPageCount] = useState(maxPages);
  if (pageCount === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the pages.
    <section className={styles.pages} inert={isCovered} tabIndex={0} aria-label={t('demo.frame', { name })}>
      {Array.from({ length: pageCount }, (_, index) => index + 1).map((page) => (
        <img
          key={page}
          className={styles.image}
          src={page === 1 ? firstPageUrl : `${firstPageUrl}&page=${page}`}
          alt={t('demo.page', { name, number: page })}
          width={pageWidth}
          height={Math.round(pageWidth * Math.SQRT2)}
          loading={page === 1 ? 'eager' : 'lazy'}
          fetchPriority={page === 1 ? 'high' : undefined}
          onError={() => setPageCount((count) => Math.min(count, page - 1))}
        />
      ))}
    </section>
  );
}
