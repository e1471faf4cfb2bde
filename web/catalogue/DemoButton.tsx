import { type ComponentType, useState } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import type { DemoDialogProps } from './DemoDialog.tsx';

interface DemoButtonProps {
  name: string;
  /** The URL of the demo PDF. The button is disabled without one. */
  pdfUrl: string | null;
  language?: string | undefined;
  /** The size of a form button instead of the small one. */
  large?: boolean;
}

/** Opens the demo PDF of a book in a dialog. The dialog's script is loaded when the pointer enters the button. */
export function DemoButton({ name, pdfUrl, language, large = false }: DemoButtonProps) {
  const { t } = useTranslation('ui');
  const [Dialog, setDialog] = useState<ComponentType<DemoDialogProps> | null>(null);
  const [open, setOpen] = useState(false);
  const load = async () => {
    const { DemoDialog } = await import('./DemoDialog.tsx');
    setDialog(() => DemoDialog);
  };
  const show = async () => {
    try {
      await load();
      setOpen(true);
    } catch {
      // The dialog could not be loaded, so let the browser show the PDF.
      if (pdfUrl !== null) window.open(pdfUrl, '_blank', 'noopener');
    }
  };
  return (
    <>
      <button
        type="button"
        className={large ? 'button' : 'button button--small'}
        disabled={pdfUrl === null}
        aria-haspopup="dialog"
        aria-label={t(pdfUrl === null ? 'demo.none' : 'demo.of', { name })}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => void show()}
      >
        {t('demo.button')}
      </button>
      {open && pdfUrl !== null && Dialog !== null && (
        <Dialog name={name} pdfUrl={pdfUrl} language={language} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
