import { type ComponentType, useState } from 'react';
import { useTranslation } from '#web/i18n/translation.tsx';
import { toasts } from '#web/ui/toast/toasts.ts';

/** The props of every dialog that `useDialog` loads. */
export interface DialogProps {
  open: boolean;
  onClose: () => void;
}

interface LazyDialog<Props extends DialogProps> {
  /** The dialog to render; null until it is loaded. */
  Dialog: ComponentType<Props> | null;
  dialogProps: DialogProps;
  /** The props of the button that opens the dialog. */
  openerProps: { 'aria-haspopup': 'dialog'; onPointerEnter: () => void; onClick: () => void };
  /** Loads the dialog in advance. */
  prepare: () => void;
  open: () => void;
}

/**
 * Loads a dialog from its own file when it is first needed.
 *
 * @param load for example `() => import('./XDialog.tsx').then(({ XDialog }) => XDialog)`.
 * @param onFailed called when the dialog cannot be opened because loading it fails, for example while offline. By
 * default, a toast says so.
 */
export function useDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
  onFailed?: () => void,
): LazyDialog<Props> {
  const { t } = useTranslation('ui');
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const loadDialog = async () => {
    const component = await load();
    setDialog(() => component);
  };
  const prepare = () => void loadDialog().catch(() => undefined);
  const open = () =>
    void loadDialog().then(() => setOpen(true), onFailed ?? (() => toasts.error(t('dialog.failed'))));
  return {
    Dialog,
    dialogProps: { open: isOpen, onClose: () => setOpen(false) },
    openerProps: { 'aria-haspopup': 'dialog', onPointerEnter: prepare, onClick: open },
    prepare,
    open,
  };
}
