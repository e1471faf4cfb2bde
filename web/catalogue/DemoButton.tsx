import { useTranslation } from '#web/i18n/translation.tsx';
import { useDialog } from '#web/ui/dialog/use-dialog.ts';

interface DemoButtonProps {
  name: string;
  /** The URL of the demo PDF. */
  pdfUrl: string;
  /** The name of the book's language, as in the catalogue. */
  language?: string | undefined;
  /** Whether the button has the size of a form button instead of the small size. */
  large?: boolean;
}

const loadDemoDialog = () => import('./DemoDialog.tsx').then(({ DemoDialog }) => DemoDialog);

/** Opens the demo PDF of a book in a dialog. */
export function DemoButton({ name, pdfUrl, language, large = false }: DemoButtonProps) {
  const { t } = useTranslation('ui');
  // If the dialog cannot be loaded, the browser shows the PDF.
  const { Dialog, dialogProps, openerProps } = useDialog(loadDemoDialog, () =>
    window.open(pdfUrl, '_blank', 'noopener'),
  );
  return (
    <>
      <button
        type="button"
        className={large ? 'button' : 'button button--small'}
        aria-label={t('demo.of', { name })}
        {...openerProps}
      >
        {t('demo.button')}
      </button>
      {Dialog !== null && <Dialog {...dialogProps} name={name} pdfUrl={pdfUrl} language={language} />}
    </>
  );
}
