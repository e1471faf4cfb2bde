import { type ComponentType, useCallback, useState } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { useToast } from '#web/ui/toast/toasts.ts';

/** The props of every dialog that is loaded on intent. */
export interface DialogProps {
  open: boolean;
  onClose: () => void;
}

interface LoadedDialog<Props extends DialogProps> {
  /** The dialog to render; null until it is loaded. */
  Dialog: ComponentType<Props> | null;
  isOpen: boolean;
  /** Loads the dialog in advance, for example when the pointer enters its button. */
  prepare: () => void;
  open: () => void;
  close: () => void;
}

/**
 * Loads a dialog from its own file when it is first needed.
 *
 * @param load Must be defined outside the component: `() => import('./XDialog.tsx').then(({ XDialog }) => XDialog)`.
 * @param onFailed called when loading fails, for example while offline. By default a toast says so.
 */
export function useDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
  onFailed?: () => void,
): LoadedDialog<Props> {
  const { t } = useTranslation('ui');
  const toast = useToast();
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const loadDialog = useCallback(async () => {
    const component = await load();
    setDialog(() => component);
  }, [load]);
  return {
    Dialog,
    isOpen,
    prepare: () => void loadDialog().catch(() => undefined),
    open: () =>
      void loadDialog().then(() => setOpen(true), onFailed ?? (() => toast.error(t('dialog.failed')))),
    close: () => setOpen(false),
  };
}
