import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DemoDialogProps } from './DemoDialog.tsx';

interface DemoButtonProps {
  name: string;
  /** The address of the demo PDF; without one the button is disabled. */
  pdf: string | null;
  language?: string | undefined;
  /** As large as the buttons of a form. */
  large?: boolean;
}

/** Opens the demo PDF of a book in a dialog, whose script is loaded when the button is about to be used. */
export function DemoButton({ name, pdf, language, large = false }: DemoButtonProps) {
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
      // The script cannot be had: the browser shows the PDF itself.
      if (pdf !== null) window.open(pdf, '_blank', 'noopener');
    }
  };
  return (
    <>
      <button
        type="button"
        className={large ? 'button' : 'button button--small'}
        disabled={pdf === null}
        aria-haspopup="dialog"
        aria-label={t(pdf === null ? 'demo.none' : 'demo.of', { name })}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => void show()}
      >
        {t('demo.button')}
      </button>
      {open && pdf !== null && Dialog !== null && (
        <Dialog name={name} pdf={pdf} language={language} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
