import { type ComponentType, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from '#web/ui/toast/toasts.ts';

/** What every dialog that is loaded on intent takes. */
export interface DialogProps {
  open: boolean;
  onClose: () => void;
}

interface LoadedDialog<Props extends DialogProps> {
  /** The dialog to render; null until it is loaded. */
  Dialog: ComponentType<Props> | null;
  isOpen: boolean;
  /** Loads it ahead, when a pointer or the focus comes near. */
  prepare: () => void;
  open: () => void;
  close: () => void;
}

/**
 * A dialog in a file of its own that is loaded when it is about to be used; when that fails, the
 * shopper is told.
 *
 * @param load Defined outside of the component: `() => import('./XDialog.tsx').then(({ XDialog }) => XDialog)`.
 */
export function useDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): LoadedDialog<Props> {
  const { t } = useTranslation('ui');
  const toast = useToast();
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const loaded = useCallback(async () => {
    const component = await load();
    setDialog(() => component);
  }, [load]);
  return {
    Dialog,
    isOpen,
    prepare: () => void loaded().catch(() => undefined),
    open: () =>
      void loaded().then(
        () => setOpen(true),
        () => toast.error(t('dialog.failed')),
      ),
    close: () => setOpen(false),
  };
}
