import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { scriptLanguage } from '#web/i18n/format.ts';
import styles from './DemoDialog.module.css';
import { ModalDialog } from './ModalDialog.tsx';

export interface DemoDialogProps {
  name: string;
  pdf: string;
  language?: string | undefined;
  onClose: () => void;
}

/** The demo pages of a book in a frame of 500 px (spec.md 2.4). */
export function DemoDialog({ name, pdf, language, onClose }: DemoDialogProps) {
  const { t } = useTranslation('ui');
  const title = useId();
  const closeButton = useRef<HTMLButtonElement>(null);
  // The frame would come first, and a PDF viewer gives neither Escape nor Tab back.
  useEffect(() => closeButton.current?.focus(), []);
  return (
    <ModalDialog labelledBy={title} onClose={onClose}>
      {(close) => (
        <div className={styles.demo}>
          <h2 id={title} className={styles.title} lang={scriptLanguage(name, language)}>
            {name}
          </h2>
          <iframe className={styles.frame} src={pdf} title={t('demo.frame', { name })} height={500} />
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
