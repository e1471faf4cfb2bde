import { Dialog, Portal } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useCloseAfterTraversal, useCloseWatcher } from '#web/ui/dialog/use-close-watcher.ts';
import { useOpener } from '#web/ui/dialog/use-opener.ts';
import styles from './toasts.module.css';
import { type ConfirmOptions, toastStore } from './toasts.ts';

interface ConfirmDialogProps {
  dialog: ConfirmOptions | null;
  onClose: (confirmed: boolean) => void;
}

/** A dialog to confirm or dismiss. */
export function ConfirmDialog({ dialog, onClose }: ConfirmDialogProps) {
  // A dialog with nothing to decide is confirmed however the shopper closes it, except by leaving the page.
  const close = () => onClose(dialog?.cancelText === undefined);
  const opener = useOpener(dialog !== null);
  useCloseWatcher(dialog !== null, close);
  useCloseAfterTraversal(dialog !== null, toastStore.dismissDialogs);
  const cancelRef = useRef<HTMLButtonElement>(null);
  const confirmRef = useRef<HTMLButtonElement>(null);
  // Keeps the text visible while the dialog fades out.
  const [shownDialog, setShownDialog] = useState(dialog);
  if (dialog !== null && dialog !== shownDialog) setShownDialog(dialog);
  return (
    <Dialog.Root
      role="alertdialog"
      size="xs"
      placement="center"
      lazyMount
      open={dialog !== null}
      finalFocusEl={opener}
      initialFocusEl={() => (shownDialog?.isDestructive === true ? cancelRef : confirmRef).current}
      onOpenChange={({ open }) => {
        if (!open) close();
      }}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner padding="4">
          {/* The outline is the edge in forced-colours mode, which removes the shadow. */}
          <Dialog.Content outline="1px solid transparent">
            <Dialog.Header>
              <Dialog.Title className={styles.dialogTitle}>{shownDialog?.title}</Dialog.Title>
            </Dialog.Header>
            {shownDialog?.text !== undefined && (
              <Dialog.Body>
                <Dialog.Description>{shownDialog.text}</Dialog.Description>
              </Dialog.Body>
            )}
            <Dialog.Footer flexWrap="wrap">
              {shownDialog?.cancelText !== undefined && (
                <button ref={cancelRef} type="button" className="button" onClick={() => onClose(false)}>
                  {shownDialog.cancelText}
                </button>
              )}
              <button
                ref={confirmRef}
                type="button"
                className="button button--solid"
                onClick={() => onClose(true)}
              >
                {shownDialog?.confirmText}
              </button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
